/**
 * Decodes CP949 (Windows-949), the encoding of most Korean public data. Node's `euc-kr` decoder knows only the
 * KS X 1001 part of it: 2,350 of the 11,172 Hangul syllables. The others lie in Unicode order on the free places
 * of the code table, so they can be counted out instead of listed.
 */
export function decodeCp949(bytes: Uint8Array): string {
  const table = codeTable();
  let text = '';
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) {
      text += String.fromCharCode(lead);
      continue;
    }
    const character = table.get(lead * 256 + (bytes[at + 1] ?? 0));
    text += character ?? '\ufffd';
    if (character !== undefined) at++;
  }
  return text;
}

const SYLLABLE_FIRST = 0xac00;
const SYLLABLE_LAST = 0xd7a3;

let builtTable: ReadonlyMap<number, string> | null = null;

/** Characters by lead byte * 256 + auditTrail byte. Built once. */
function codeTable(): ReadonlyMap<number, string> {
  if (builtTable !== null) return builtTable;
  const table = new Map<number, string>();
  const known = new Set<string>();
  const decoder = new TextDecoder('euc-kr');
  for (let lead = 0xa1; lead <= 0xfe; lead++) {
    for (let auditTrail = 0xa1; auditTrail <= 0xfe; auditTrail++) {
      const character = decoder.decode(Uint8Array.of(lead, auditTrail));
      if (character.includes('\ufffd')) continue;
      table.set(lead * 256 + auditTrail, character);
      known.add(character);
    }
  }
  let syllable = SYLLABLE_FIRST;
  for (const place of extensionPlaces()) {
    while (known.has(String.fromCharCode(syllable))) syllable++;
    if (syllable > SYLLABLE_LAST) break;
    table.set(place, String.fromCharCode(syllable++));
  }
  builtTable = table;
  return table;
}

/** The places outside of KS X 1001, ascending. Trail bytes are letters or have the high bit set. */
function* extensionPlaces(): Generator<number> {
  for (let lead = 0x81; lead <= 0xc6; lead++) {
    const trailMax = lead < 0xa1 ? 0xfe : 0xa0;
    for (let auditTrail = 0x41; auditTrail <= trailMax; auditTrail++) {
      if ((auditTrail > 0x5a && auditTrail < 0x61) || (auditTrail > 0x7a && auditTrail < 0x81)) continue;
      yield lead * 256 + auditTrail;
    }
  }
}
