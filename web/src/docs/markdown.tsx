import type { ReactNode } from 'react';
import { CodeBlock } from '../design/code-block.tsx';
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
  const List = block.kind === 'numbers' ? 'ol' : 'ul';
  return (
    <List>
      {block.items.map((item) => (
        <li key={item.key}>{spans(item.spans)}</li>
      ))}
    </List>
  );
}

function spans(parts: readonly Span[]): ReactNode {
  return parts.map((span) => {
    if (span.kind === 'code') return <code key={span.key}>{span.text}</code>;
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
