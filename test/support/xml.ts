import { SaxesParser } from 'saxes';

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Text directly inside. */
  readonly text: string;
}

/** Throws if the XML isn't well-formed. */
export function readXml(xml: string): XmlElement {
  const outside = { name: '', attributes: {}, children: [] as XmlElement[], text: '' };
  const open = [outside];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: { ...attributes }, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const inner = open.at(-1);
    if (inner !== undefined && inner !== outside) inner.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.write(xml).close();
  const [root] = outside.children;
  if (root === undefined) throw new Error('no element');
  return root;
}
