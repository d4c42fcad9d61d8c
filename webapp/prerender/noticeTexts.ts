import type { Parser } from 'prettier';
import { parsers } from 'prettier/plugins/markdown';
import type { Plugin } from 'vite';
import type { Block, Section } from '../src/features/privacy/notice/notice.ts';

/** A node of Prettier's Markdown tree. */
interface Node {
  type: string;
  value?: string;
  depth?: number;
  url?: string;
  children?: readonly Node[];
}

const { parse } = parsers.markdown as Parser<Node>;

function getText({ value, children = [] }: Node): string {
  return (value ?? children.map(getText).join('')).replace(/\s+/g, ' ');
}

function parseBlock(node: Node): Block {
  const { type, children = [] } = node;
  const [first] = children;
  const text = getText(node);
  if (type === 'list') return { kind: 'list', items: children.map(getText) };
  if (type !== 'paragraph') throw new Error(`privacy notice: “${type}” is not supported: ${text}`);
  if (first?.type === 'link') return { kind: 'link', text, to: first.url ?? '' };
  if (first?.type === 'emphasis') return { kind: 'references', text };
  return text === '{officer}' ? { kind: 'officer' } : { kind: 'text', text };
}

/** Parses the sections of a notice: headings of level 2 with an id, and of level 3 above definitions. */
async function parseNotice(markdown: string): Promise<Section[]> {
  const sections: Section[] = [];
  let term: string | null = null;
  // The parser uses no options.
  for (const node of (await parse(markdown, {} as Parameters<typeof parse>[1])).children ?? []) {
    const blocks = sections.at(-1)?.blocks;
    const last = blocks?.at(-1);
    if (node.type === 'heading' && node.depth === 2) {
      const [, heading, id] = /^(.+) \{#([a-z-]+)\}$/.exec(getText(node)) ?? [];
      if (!heading || !id) throw new Error(`privacy notice: no id in the heading “${getText(node)}”`);
      sections.push({ id, heading, blocks: [] });
    } else if (node.type === 'heading') term = getText(node);
    else if (term !== null) {
      const item = { name: term, text: getText(node) };
      if (last?.kind === 'definitions') last.items.push(item);
      else blocks?.push({ kind: 'definitions', items: [item] });
      term = null;
    } else blocks?.push(parseBlock(node));
  }
  return sections;
}

/** Turns the privacy notice's Markdown into data at build time, so that no parser reaches the browser. */
export function noticeTexts(): Plugin {
  return {
    name: 'notice-texts',
    transform: {
      filter: { id: /\/privacy\/notice\/\w+\.md$/ },
      async handler(code) {
        const sections = await parseNotice(code);
        return { code: `export default ${JSON.stringify(sections)};`, map: null, moduleType: 'js' };
      },
    },
  };
}
