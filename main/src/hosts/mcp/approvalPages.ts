import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import { toVisibleDiff, toVisibleText } from '../../lib/visibleText.ts'
import type { ProposedChange } from '../../services/agent/index.ts'

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
  const { uncertain } = change
  // A file with nothing but uncertain places stays as it is.
  const files = change.files.filter(({ diff }) => diff !== '')
  const added = files.reduce((sum, file) => sum + file.added, 0)
  const removed = files.reduce((sum, file) => sum + file.removed, 0)
  const wording = words[language]
  const stays = uncertain.map(({ phrase, count }) => `${toVisibleText(phrase)} × ${count}`)
  const body = [
    ...files.map(({ path, redactedDiff, lineBreaks }) => {
      if (redactedDiff === undefined) throw new AppError(ErrorCode.APPROVAL_NEEDED, { why: 'hidden' })
      const about = lineBreaks === 'crlf' ? ' (CRLF)' : ''
      return `--- ${toVisibleText(path)}${about}\n${toVisibleDiff(redactedDiff)}`
    }),
    ...(stays.length > 0 ? [wording.unchanged + stays.join(', ')] : []),
  ].join('\n')
  const pages = cutToPages(body)
  if (pages.length > maxPages) throw new AppError(ErrorCode.APPROVAL_NEEDED, { why: 'long' })
  const head = reason + wording.head(files.length, added, removed)
  if (pages.length === 1) return [`${head}${wording.question}\n${body}`]
  return pages.map((page, index) => {
    const isLast = index === pages.length - 1
    const place = wording.page(index + 1, pages.length)
    return `${head}${place}${isLast ? wording.question : wording.next}\n${page}`
  })
}

/** The parts of a text, which joined are the text: cut at line ends where there are some, never inside an escape. */
export function cutToPages(text: string): readonly string[] {
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
  },
  en: {
    head: (files: number, added: number, removed: number) =>
      `${files} files are to be changed (${added} new lines, ${removed} old ones). `,
    page: (page: number, pages: number) => `Page ${page} of ${pages}. `,
    next: 'Nothing is written yet; accept to see the next page.',
    question: 'Write them? One undo takes it all back.',
    unchanged: 'Left alone: ',
  },
} as const
