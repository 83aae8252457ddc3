import type { TerminologyList } from '#contract/authorFiles.ts'
import { splitWords } from '../../app/splitWords.ts'

type Extra = NonNullable<TerminologyList['extra']>

/** A term as its row holds it. */
export interface WordRow {
  readonly key: string
  readonly use: string
  /** One or more, with commas of either language or line breaks between them. */
  readonly avoid: string
  readonly note: string
  readonly extra?: Extra
}

export interface WordRows {
  readonly rows: readonly WordRow[]
  readonly banned: string
  readonly extra?: Extra
}

export const rowsOf = ({ terms, banned, extra }: TerminologyList): WordRows => ({
  rows: terms.map(({ use, avoid, note = '', extra: more }, at) => ({
    key: `stored-${at}`,
    use,
    avoid: avoid.join('、'),
    note,
    ...(more && { extra: more }),
  })),
  banned: banned.join('、'),
  ...(extra && { extra }),
})

/** Rows without a word are left out. */
export const listOf = ({ rows, banned, extra }: WordRows): TerminologyList => ({
  terms: rows
    .filter(({ use }) => use.trim() !== '')
    .map(({ use, avoid, note, extra: more }) => ({
      use: use.trim(),
      avoid: splitWords(avoid),
      ...(note.trim() === '' ? {} : { note }),
      ...(more && { extra: more }),
    })),
  banned: splitWords(banned),
  ...(extra && { extra }),
})

/** False while a row says what to avoid and not what to write. */
export const isComplete = ({ rows }: WordRows): boolean =>
  rows.every(({ use, avoid, note }) => use.trim() !== '' || `${avoid}${note}`.trim() === '')
