import { type ReactNode, useId } from 'react';
import { CodeBlock } from '../design/code-block.tsx';
import { ScrollBox } from '../design/scroll-box.tsx';
import { type Block, readMarkdown, type Span } from './read-markdown.ts';

/** Shows text of our own files: headings, paragraphs, lists, code, links. Catalogue text never comes here. */
export function Markdown({ text, codeLabel }: { readonly text: string; readonly codeLabel: string }) {
  return (
    <div className="prose">
      {readMarkdown(text).map((block) => (
        <BlockView key={block.key} block={block} codeLabel={codeLabel} />
      ))}
    </div>
  );
}

function BlockView({ block, codeLabel }: { readonly block: Block; readonly codeLabel: string }) {
  if (block.kind === 'heading') {
    const Heading = block.level === 2 ? 'h2' : 'h3';
    return <Heading id={block.anchor}>{spans(block.spans)}</Heading>;
  }
  if (block.kind === 'code') return <CodeBlock label={codeLabel} code={block.text} />;
  if (block.kind === 'paragraph') return <p>{spans(block.spans)}</p>;
  if (block.kind === 'table') return <TableView block={block} />;
  const List = block.kind === 'numbers' ? 'ol' : 'ul';
  return (
    <List>
      {block.items.map((item) => (
        <li key={item.key}>{spans(item.spans)}</li>
      ))}
    </List>
  );
}

function TableView({ block }: { readonly block: Extract<Block, { readonly kind: 'table' }> }) {
  const [head = [], ...rows] = block.rows;
  const id = useId();
  return (
    <ScrollBox labelledBy={id}>
      <table id={id} className="w-full text-left text-sm">
        <thead>
          <tr className="border-b border-edge">
            {head.map((cell) => (
              <th key={plain(cell)} scope="col" className="py-2 pr-6 font-semibold">
                {spans(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.map(plain).join()} className="border-b border-line align-top">
              {row.map((cell, index) => (
                <td key={`${plain(head[index] ?? [])}`} className="min-w-32 py-2 pr-6">
                  {spans(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function plain(parts: readonly Span[]): string {
  return parts.map((span) => span.text).join('');
}

function spans(parts: readonly Span[]): ReactNode {
  return parts.map((span) => {
    if (span.kind === 'code')
      return (
        <code key={span.key} className={span.text.length <= WHOLE_MAX ? 'whitespace-nowrap' : undefined}>
          {span.text}
        </code>
      );
    if (span.kind === 'strong') return <strong key={span.key}>{span.text}</strong>;
    if (span.kind === 'link')
      return (
        <a key={span.key} href={span.href}>
          {span.text}
        </a>
      );
    return span.text;
  });
}

/** Shorter code fits on a phone's line and is not broken, as X-Api-Key would be at its hyphen. */
const WHOLE_MAX = 24;
