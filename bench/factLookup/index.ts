import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LookupAnswer } from '../../main/src/contract/factLookup.ts'
import { splitNovel } from '../../main/src/services/manuscript/import/split.ts'
import { chapterPath, entryFile, openProject, type Project } from '../project.ts'

type QuestionClass = 'present' | 'paraphrase' | 'cut' | 'laterChapter' | 'wrongSubject' | 'unknown'

interface Question {
  /** A cursor of its book. */
  readonly at: string
  /** By hand: where the answer was expected. */
  readonly class: QuestionClass
  readonly question: string
  /** Verbatim sentences that answer it; none: the book has no answer. */
  readonly answers: readonly string[]
}

interface BookOfQuestions {
  readonly book: string
  readonly language: 'zh' | 'en'
  readonly codex: readonly {
    readonly name: string
    readonly aliases: readonly string[]
    readonly text: string
  }[]
  /** At the end of a chapter file, or behind a quotation; `window` in tokens. */
  readonly cursors: Readonly<
    Record<string, { readonly document?: string; readonly behind?: string; readonly window?: number }>
  >
  readonly questions: readonly Question[]
}

interface Answered {
  readonly book: string
  readonly question: Question
  readonly isSent: boolean
  readonly isRight: boolean
  readonly isNotFound: boolean
  readonly falseStatements: readonly string[]
  readonly codes: readonly string[]
}

const root = join(import.meta.dirname, '../..')
const sampleFolder = join(root, 'samples/雾港来信')
const classes = ['present', 'paraphrase', 'cut', 'laterChapter', 'wrongSubject', 'unknown'] as const
/** Codes that state that the text in question is somewhere, and show it. */
const claims = new Set([
  'inPrompt',
  'leftOut',
  'earlier',
  'notYet',
  'changeLater',
  'changeOver',
  'changeHidden',
])
/** Codes that state nothing but what comes near. */
const near = new Set(['noAnswer', 'nameUnsure', 'closeInPrompt', 'closeEarlier', 'closeLater'])
const elsewhere = new Set([
  ...['leftOut', 'shortened', 'levelNever', 'levelManual', 'notNamed', 'earlier', 'notYet'],
  ...['entryLater', 'changeLater', 'changeOver', 'entryHidden', 'changeHidden'],
])

/**
 * Questions about what a prompt contains, through `context:assemble` and `context:ask`, compared with answers by hand.
 * Novels are read from CREONOW_NOVELS; without it the sample is measured.
 */
export async function run({ json }: { readonly json: boolean }): Promise<void> {
  const results: Answered[] = []
  for (const path of [
    'tests/fixtures/factLookup/sample.json',
    'bench/factLookup/redChamber.json',
    'bench/factLookup/bleakHouse.json',
  ]) {
    const book: BookOfQuestions = JSON.parse(readFileSync(join(root, path), 'utf8'))
    const files = filesOf(book)
    if (files === undefined) {
      process.stderr.write(`${book.book}.txt is not in the folder CREONOW_NOVELS: nothing measured\n`)
      continue
    }
    const project = await openProject(files)
    for (const question of book.questions) results.push(await answer(project, book, files, question))
    await project.dispose()
  }
  const summaries = [
    ...classes.map((name) =>
      summarize(
        name,
        results.filter(({ question }) => question.class === name),
      ),
    ),
    ...[...new Set(results.map(({ book }) => book))].map((book) =>
      summarize(
        book,
        results.filter((it) => it.book === book),
      ),
    ),
    summarize('all', results),
  ]
  if (json) {
    console.log(JSON.stringify(Object.fromEntries(summaries.map(({ what, ...rest }) => [what, rest]))))
    return
  }
  for (const { book, question, isSent, isRight, falseStatements, codes } of results) {
    if (isRight) continue
    const place = isSent ? 'in the prompt' : 'not in the prompt'
    const wrong = falseStatements.map((it) => ` · FALSE ${it}`).join('')
    console.log(`${book} · ${question.class} · ${question.question} · ${place} · ${codes.join(' ')}${wrong}`)
  }
  console.table(summaries)
}

function filesOf({ book, language, codex }: BookOfQuestions): Record<string, string> | undefined {
  if (codex.length === 0) {
    const paths = readdirSync(sampleFolder, { recursive: true, encoding: 'utf8' })
    return Object.fromEntries(
      paths
        .filter((path) => /\.(?:md|json)$/.test(path))
        .map((path) => [path, readFileSync(join(sampleFolder, path), 'utf8')]),
    )
  }
  const file = join(process.env.CREONOW_NOVELS ?? '', `${book}.txt`)
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'utf8')
  const chapters = splitNovel(text).parts.filter(({ kind }) => kind === 'chapter')
  return {
    '.creonow/project.json': JSON.stringify({ id: 'lookup', name: book, language }),
    ...Object.fromEntries(chapters.map(({ from, to }, at) => [chapterPath(at), text.slice(from, to)])),
    ...Object.fromEntries(
      codex.map(({ name, aliases, text: about }, at) => [
        `.creonow/characters/${at}.md`,
        entryFile(name, aliases, about),
      ]),
    ),
  }
}

async function answer(
  { projectId, invoke }: Project,
  { book, cursors }: BookOfQuestions,
  files: Readonly<Record<string, string>>,
  question: Question,
): Promise<Answered> {
  const { document, behind = '', window } = cursors[question.at] ?? {}
  const [path = '', text = ''] =
    Object.entries(files).find(([name, it]) => (document ? name === document : it.includes(behind))) ?? []
  const assembled = await invoke('context:assemble', {
    ...{ projectId, documentId: path, skillId: 'continue' },
    cursorPosition: document ? text.length : text.indexOf(behind) + behind.length,
    ...(window === undefined ? {} : { limits: { window } }),
  })
  const { receiptId, systemPrompt, userContent } = assembled
  const { answers } = await invoke('context:ask', {
    ...{ projectId, receiptId: receiptId ?? '', question: question.question },
  })
  const prompt = dense(systemPrompt + userContent)
  const isSent = question.answers.some((it) => prompt.includes(dense(it)))
  const corpus = dense(Object.values(files).join('\n'))
  const shows = ({ excerpt = '' }: LookupAnswer) =>
    question.answers.some((it) => isNear(corpus, dense(excerpt).replaceAll('…', ''), dense(it)))
  const falseStatements = answers.flatMap((it) => {
    const statement = `${it.code}: ${it.excerpt ?? it.params.name ?? ''}`
    if (claims.has(it.code) && it.excerpt !== undefined && question.answers.length === 0) return [statement]
    if (it.code === 'inPrompt' && !isSent) return [statement]
    // Its card was sent.
    const card = cardOf(files, String(it.params.name))
    if (it.code === 'notNamed' && card !== '' && prompt.includes(card)) return [statement]
    if (it.code === 'noAnswer' && answers.some(({ code }) => claims.has(code))) return [statement]
    return []
  })
  const [first] = answers
  const isFound = answers.some(
    (it) => shows(it) || (!isSent && it.excerpt === undefined && elsewhere.has(it.code)),
  )
  const isRight =
    falseStatements.length === 0 &&
    (question.answers.length === 0 ||
      (isSent
        ? first?.code === 'inPrompt' && shows(first)
        : isFound && answers.every(({ code }) => code !== 'inPrompt')))
  const isNotFound =
    question.answers.length > 0 &&
    !answers.some(shows) &&
    answers.every(({ code }) => near.has(code) || (isSent && code === 'notNamed'))
  return {
    book,
    question,
    isSent,
    isRight,
    isNotFound,
    falseStatements,
    codes: answers.map(({ code }) => code),
  }
}

/** The beginning of an entry's text, dense; empty: no such entry. */
function cardOf(files: Readonly<Record<string, string>>, name: string): string {
  const head = new RegExp(`^name: "?${name.replaceAll('.', '\\.')}"?$`, 'm')
  const card = Object.values(files).find((text) => text.startsWith('---') && head.test(text))
  return dense(card?.split('\n---\n')[1] ?? '').slice(0, 12)
}

/** What is shown is the sentence, or begins or ends at most this far from it. */
const nearUtf16 = 80

function isNear(corpus: string, shown: string, sentence: string): boolean {
  if (shown.length < 6) return false
  if (shown.includes(sentence) || sentence.includes(shown)) return true
  const at = corpus.indexOf(sentence)
  return corpus
    .slice(Math.max(0, at - nearUtf16 - shown.length), at + sentence.length + nearUtf16 + shown.length)
    .includes(shown)
}

const dense = (text: string) => text.replace(/\s/g, '')

function summarize(what: string, rows: readonly Answered[]) {
  const count = (test: (row: Answered) => boolean) => rows.filter(test).length
  return {
    what,
    questions: rows.length,
    'answer in the prompt': count(({ isSent }) => isSent),
    right: count(({ isRight }) => isRight),
    'with a false statement': count(({ falseStatements }) => falseStatements.length > 0),
    'false statements': rows.reduce((sum, row) => sum + row.falseStatements.length, 0),
    'not found, answerable': count(({ isNotFound }) => isNotFound),
  }
}
