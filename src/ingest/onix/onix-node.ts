import type { Reason } from '../reason.ts';

/** One element of a product record, with the reference name of its tag. */
export interface OnixNode {
  readonly name: string;
  /** The text inside; of texts with markup, the markup too. */
  text: string;
  readonly children: OnixNode[];
  /** The `dateformat` attribute of a date, or null. */
  readonly dateFormat: string | null;
}

/** The first child of a name, or null. */
export function childOf(node: OnixNode | null, name: string): OnixNode | null {
  return node?.children.find((child) => child.name === name) ?? null;
}

/** All children of a name, in order. */
export function childrenOf(node: OnixNode | null, name: string): OnixNode[] {
  return node?.children.filter((child) => child.name === name) ?? [];
}

/** The trimmed text of the first of these children that has any; empty when none has. */
export function textOf(node: OnixNode | null, ...names: readonly string[]): string {
  for (const name of names) {
    const text = childOf(node, name)?.text.trim() ?? '';
    if (text !== '') return text;
  }
  return '';
}

/** What is wrong with an element of a product. */
export interface ElementFault {
  readonly element: string;
  readonly reason: Reason;
}
