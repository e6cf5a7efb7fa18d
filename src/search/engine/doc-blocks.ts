import { CATALOGS } from '../../catalog/item.ts';

/** Bits of DocTable.bits; the lowest three are the position in CATALOGS. */
export const DOC_BITS = { catalog: 7, inStock: 8, withheld: 16, dead: 32, hasDeal: 64 } as const;

/** Documents of a block: bits of a 32-bit number. */
export const BLOCK_BITS = 5;

/** Facts about 32 neighbouring documents at once, one bit each, so that a search needn't visit each. */
export class DocBlocks {
  readonly count: number;
  readonly alive: Int32Array;
  /** Those alive, by position in CATALOGS. */
  readonly catalogs: readonly Int32Array[];
  readonly inStock: Int32Array;
  readonly withheld: Int32Array;
  /** Those whose figures have changed. */
  readonly changed: Int32Array;
  hasChanged = false;

  /** Takes the bits of every document. */
  constructor(bits: Uint8Array) {
    this.count = (bits.length + 31) >>> BLOCK_BITS;
    const emptyPlane = () => new Int32Array(this.count);
    this.alive = emptyPlane();
    this.catalogs = CATALOGS.map(emptyPlane);
    this.inStock = emptyPlane();
    this.withheld = emptyPlane();
    this.changed = emptyPlane();
    for (let doc = 0; doc < bits.length; doc++) this.#set(doc, bits[doc] ?? 0);
  }

  /** Records a document's new bits, as in DocTable. */
  update(doc: number, bits: number): void {
    for (const plane of [this.alive, this.inStock, this.withheld, ...this.catalogs]) {
      plane[doc >>> BLOCK_BITS] = (plane[doc >>> BLOCK_BITS] ?? 0) & ~(1 << doc);
    }
    this.#set(doc, bits);
    setBit(this.changed, doc);
    this.hasChanged = true;
  }

  #set(doc: number, bits: number): void {
    if ((bits & DOC_BITS.dead) === 0) {
      setBit(this.alive, doc);
      const catalog = this.catalogs[bits & DOC_BITS.catalog];
      if (catalog !== undefined) setBit(catalog, doc);
    }
    if ((bits & DOC_BITS.inStock) !== 0) setBit(this.inStock, doc);
    if ((bits & DOC_BITS.withheld) !== 0) setBit(this.withheld, doc);
  }
}

function setBit(plane: Int32Array, doc: number): void {
  plane[doc >>> BLOCK_BITS] = (plane[doc >>> BLOCK_BITS] ?? 0) | (1 << doc);
}
