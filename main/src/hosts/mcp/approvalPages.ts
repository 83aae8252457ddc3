import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import { toVisibleDiff, toVisibleText } from '../../lib/visibleText.ts'
import type { ProposedChange, ProposedUndo } from '../../services/agent/index.ts'

/** UTF-16 units of one message: a client shows it in a dialog. */
const pageUnits = 20_000
/** An author reads no more pages than these one after the other. */
const maxPages = 20

type Edit = Extract<ProposedChange, { readonly kind: 'edit' }>

/**
 * What is to be written, whole, in messages of at most about 20,000 UTF-16 units; hidden characters are written out.
 * The author accepts each page, and the change with the last. What the files hide from other programs is in none of
 * them. `reason`: why a permission is not in force. @throws AppError APPROVAL_NEEDED where that cannot be: the change is too long, or hidden text is part of it.
 */
export function approvalPages(change: Edit, language: 'zh' | 'en', reason = ''): readonly string[] {
  const wording = words[language]
  const stays = change.uncertain.map(({ phrase, count }) => `${toVisibleText(phrase)} × ${count}`)
  const unchanged = stays.length > 0 ? [wording.unchanged + stays.join(', ')] : []
  return pagesOf(change.files, language, { ...wording, intro: reason, unchanged })
}

/** What undoing would write, as `approvalPages`; `label` names the step. @throws AppError as there. */
export function undoPages(
  label: string,
  files: readonly ProposedUndo[],
  language: 'zh' | 'en',
): readonly string[] {
  const wording = words[language]
  const { undoing, nextOfUndo: next, undo: question } = wording
  return pagesOf(files, language, { intro: undoing(toVisibleText(label)), next, question, unchanged: [] })
}

interface PageWords {
  /** In front of the counts on every page. */
  readonly intro: string
  readonly next: string
  readonly question: string
  /** Behind all files. */
  readonly unchanged: readonly string[]
}

function pagesOf(
  changed: Edit['files'] | readonly ProposedUndo[],
  language: 'zh' | 'en',
  { intro, next, question, unchanged }: PageWords,
): readonly string[] {
  // A file with nothing but uncertain places stays as it is.
  const files = changed.filter((file) => file.diff !== '' || ('isRemoved' in file && file.isRemoved))
  const added = files.reduce((sum, file) => sum + file.added, 0)
  const removed = files.reduce((sum, file) => sum + file.removed, 0)
  const wording = words[language]
  const body = [
    ...files.map((file) => {
      const { path, redactedDiff, lineBreaks } = file
      if (redactedDiff === undefined) throw new AppError(ErrorCode.APPROVAL_NEEDED, { why: 'hidden' })
      const about = lineBreaks === 'crlf' ? ' (CRLF)' : ''
      const end = 'isRemoved' in file && file.isRemoved ? wording.removed : ''
      return `--- ${toVisibleText(path)}${about}${end}\n${toVisibleDiff(redactedDiff)}`
    }),
    ...unchanged,
  ].join('\n')
  const pages = cutToPages(body)
  if (pages.length > maxPages) throw new AppError(ErrorCode.APPROVAL_NEEDED, { why: 'long' })
  const head = intro + wording.head(files.length, added, removed)
  if (pages.length === 0) return []
  if (pages.length === 1) return [`${head}${question}\n${body}`]
  return pages.map((page, index) => {
    const isLast = index === pages.length - 1
    const place = wording.page(index + 1, pages.length)
    return `${head}${place}${isLast ? question : next}\n${page}`
  })
}

/** The parts of a text, which joined are the text: cut at line ends where there are some, never inside an escape. */
function cutToPages(text: string): readonly string[] {
  const pages: string[] = []
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + pageUnits)
    if (end < text.length) {
      const lineEnd = text.lastIndexOf('\n', end - 1) + 1
      const opened = text.lastIndexOf('⟦', end - 1)
      if (lineEnd > at + pageUnits / 2) end = lineEnd
      else if (opened > at && text.lastIndexOf('⟧', end - 1) < opened) end = opened
      else if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end -= 1
    }
    pages.push(text.slice(at, end))
    at = end
  }
  return pages
}

const words = {
  zh: {
    head: (files: number, added: number, removed: number) =>
      `要改 ${files} 个文件（新 ${added} 行，旧 ${removed} 行）。`,
    page: (page: number, pages: number) => `第 ${page} 页，共 ${pages} 页。`,
    next: '还没有写入；同意就接着看下一页。',
    question: '同意写入吗？可以一次撤销。',
    unchanged: '不动：',
    undoing: (label: string) => `要撤销“${label}”。`,
    nextOfUndo: '还没有撤销；同意就接着看下一页。',
    undo: '同意撤销吗？',
    removed: '（整个文件移到回收站）',
  },
  en: {
    head: (files: number, added: number, removed: number) =>
      `${files} files are to be changed (${added} new lines, ${removed} old ones). `,
    page: (page: number, pages: number) => `Page ${page} of ${pages}. `,
    next: 'Nothing is written yet; accept to see the next page.',
    question: 'Write them? One undo takes it all back.',
    unchanged: 'Left alone: ',
    undoing: (label: string) => `“${label}” is to be undone. `,
    nextOfUndo: 'Nothing is undone yet; accept to see the next page.',
    undo: 'Undo it?',
    removed: ' (the whole file goes to the trash)',
  },
} as const
