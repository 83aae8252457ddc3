import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote'
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough'
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly'
import { gfmFootnote } from 'micromark-extension-gfm-footnote'
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough'
import { type Block, type Inline, type Marks, tidied } from './block.ts'

/** What hurts prose: “1998. ” is no list, an indent no code, a line of dashes below a sentence no heading. */
const disabled = [
  ...['codeIndented', 'codeFenced', 'codeText', 'list', 'setextUnderline', 'htmlFlow', 'definition'],
  ...['autolink', 'characterReference', 'labelStartImage'],
]
const extensions = [
  gfmFootnote(),
  gfmStrikethrough({ singleTilde: false }),
  // CommonMark reads no emphasis in 他说**“走”**了, where a sign is next to a letter.
  cjkFriendlyExtension(),
  { disable: { null: disabled } },
]
const treeExtensions = [gfmFootnoteFromMarkdown(), gfmStrikethroughFromMarkdown()]

const parse = (text: string) => fromMarkdown(text, { extensions, mdastExtensions: treeExtensions }).children

type SyntaxNode = ReturnType<typeof parse>[number]

/** Elements that stand for marks Markdown has no signs for, or cannot set where they are. */
const elements: Readonly<Record<string, Marks | null>> = {
  '<em>': { emphasis: true },
  '<strong>': { strong: true },
  '<del>': { strike: true },
  '<span class="smallcaps">': { smallCaps: true },
}
const ends: Readonly<Record<string, keyof Marks>> = {
  '</em>': 'emphasis',
  '</strong>': 'strong',
  '</del>': 'strike',
  '</span>': 'smallCaps',
}

/** Notes that are defined somewhere else in the chapter: without a definition their signs would be text. */
const definitionsFor = (ids: readonly string[]) => ids.map((id) => `\n\n[^${id}]: .`).join('')

/**
 * The blocks of one stretch of Markdown without blank lines around it. `notes`: ids of the chapter's notes;
 * `lineEnds`: whether a line end within a paragraph is a line break or white space. Headings are scenes here, whatever
 * their level; which of them is a chapter, the caller decides.
 */
export function parseBlocks(
  text: string,
  notes: ReadonlySet<string>,
  lineEnds: 'break' | 'space',
): readonly Block[] {
  const named = [...new Set([...text.matchAll(/\[\^([^\]\s]+)\]/g)].map(([, id = '']) => id))]
  const stubs = definitionsFor(named.filter((id) => notes.has(id.toLowerCase())))
  const nodes = parse(text + stubs).filter((node) => (node.position?.start.offset ?? 0) < text.length)
  return nodes.flatMap((node) => blocksOf(node, { text, lineEnds }))
}

interface Source {
  readonly text: string
  readonly lineEnds: 'break' | 'space'
}

function blocksOf(node: SyntaxNode, source: Source): Block[] {
  switch (node.type) {
    case 'heading':
      // A line of number signs alone is what it is.
      if (node.children.length === 0) return [asWritten(node, source)]
      return [{ kind: 'scene', content: inlinesOf(node.children, source) }]
    case 'thematicBreak':
      return [{ kind: 'sceneBreak' }]
    case 'paragraph':
      return [{ kind: 'paragraph', content: inlinesOf(node.children, source) }]
    case 'blockquote':
      if (node.children.length === 0) return [asWritten(node, source)]
      return node.children.flatMap((child) =>
        blocksOf(child, source).map((block) =>
          block.kind === 'paragraph' ? { ...block, quoted: true as const } : block,
        ),
      )
    case 'footnoteDefinition':
      return [{ kind: 'note', id: node.identifier, content: noteContent(node.children, source) }]
    default:
      return [asWritten(node, source)]
  }
}

function asWritten(node: SyntaxNode, source: Source): Block {
  const { start, end } = node.position ?? {}
  const text = source.text.slice(start?.offset, end?.offset)
  return { kind: 'paragraph', content: tidied([{ kind: 'text', text }]) }
}

/** The paragraphs of a note are one. */
const noteContent = (nodes: readonly SyntaxNode[], source: Source): readonly Inline[] =>
  tidied(
    nodes.flatMap((node) =>
      blocksOf(node, source).flatMap((block): Inline[] => [
        ...('content' in block ? block.content : []),
        { kind: 'text', text: ' ' },
      ]),
    ),
  )

/** The inlines of nodes; marks of the elements above go on to their ends. */
function inlinesOf(nodes: readonly SyntaxNode[], source: Source): readonly Inline[] {
  const inlines: Inline[] = []
  let open: Marks[] = []

  function visit(node: SyntaxNode, marks: Marks): void {
    const marked = markOf(node)
    if (node.type === 'text') words(node.value, marks)
    else if (node.type === 'break') inlines.push({ kind: 'lineBreak' })
    else if (node.type === 'footnoteReference') inlines.push({ kind: 'noteSign', id: node.identifier })
    else if (node.type === 'html') element(node.value, marks)
    else if (marked && 'children' in node)
      for (const child of node.children) visit(child, { ...marks, ...marked })
    // Anything else is the text that it is.
    else words(source.text.slice(node.position?.start.offset, node.position?.end.offset), marks)
  }

  function words(text: string, marks: Marks): void {
    const lines = source.lineEnds === 'break' ? text.split(/\r\n|\r|\n/) : [joinedLines(text)]
    for (const [at, line] of lines.entries()) {
      if (at > 0) inlines.push({ kind: 'lineBreak' })
      inlines.push({ ...Object.assign({}, marks, ...open), kind: 'text', text: line })
    }
  }

  function element(tag: string, marks: Marks): void {
    const opened = Object.hasOwn(elements, tag) ? elements[tag] : undefined
    const ended = Object.hasOwn(ends, tag) ? ends[tag] : undefined
    if (opened) open = [...open, opened]
    else if (ended !== undefined && open.some((mark) => mark[ended])) {
      const at = open.findLastIndex((mark) => mark[ended])
      open = open.toSpliced(at, 1)
    } else if (/^<br\s*\/?>$/i.test(tag)) inlines.push({ kind: 'lineBreak' })
    else words(tag, marks)
  }

  for (const node of nodes) visit(node, {})
  return tidied(inlines)
}

function markOf(node: SyntaxNode): Marks | undefined {
  if (node.type === 'emphasis') return { emphasis: true }
  if (node.type === 'strong') return { strong: true }
  if (node.type === 'delete') return { strike: true }
  return node.type === 'link' && isWebAddress(node.url) ? { link: node.url } : undefined
}

/** Another scheme may run code, or lead to a file of this computer. */
export const isWebAddress = (url: string): boolean => /^(?:https?|mailto):[^\s<>\\]+$/i.test(url)

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u

/** Lines of one paragraph as one; none of them has white space at its ends. */
export function joinedLines(text: string): string {
  return text.replace(/[ \t]*(?:\r\n|\r|\n)[ \t]*/g, (end, at: number) => {
    const before = text.codePointAt(Math.max(0, at - 1)) ?? 0
    const previous = before >= 0xdc00 && before <= 0xdfff ? text.codePointAt(at - 2) : before
    const next = text.codePointAt(at + end.length) ?? 0
    const isWide = (code = 0) => wide.test(String.fromCodePoint(code))
    return isWide(previous) && isWide(next) ? '' : ' '
  })
}
