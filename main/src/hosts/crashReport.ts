import type { UiLanguage } from '../contract/sentences/errorKeys.ts'
import { systemCode } from '../lib/appError.ts'

/** What has ended: a page, as Electron says why, or the program itself, by an error. */
export type Crash =
  | { readonly kind: 'page'; readonly reason: string; readonly exitCode: number }
  | { readonly kind: 'program'; readonly error: unknown }

/** What a report says of the program and the computer. */
export interface ProgramFacts {
  /** Of CreoNow. */
  readonly version: string
  /** System and processor, `linux x64`. */
  readonly system: string
  /** Names and versions of what it runs on. */
  readonly versions: Readonly<Record<string, string | undefined>>
  /** When it happened, ISO 8601. */
  readonly at: string
}

const maxPlaces = 12
/** A name as programs have them; anything else could be a word of a book. */
const plainName = /^[A-Za-z_$][\w$]{0,60}$/
const unnamed = '…'

/**
 * What an author may read, copy and hand on: kinds, codes and places in the program. No message of an error, no word that
 * is not a name of the program and no path of the computer is in it, as any of them can quote the book.
 */
export function crashReport(crash: Crash, facts: ProgramFacts): string {
  const { version, system, versions, at } = facts
  const on = Object.entries(versions).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${value}`],
  )
  return [`CreoNow ${version}`, system, on.join(', '), at, '', ...linesOf(crash)].join('\n')
}

function linesOf(crash: Crash): readonly string[] {
  if (crash.kind === 'page') {
    const { reason, exitCode } = crash
    return [`page: ${/^[a-z-]{1,40}$/.test(reason) ? reason : unnamed}, ${exitCode}`]
  }
  const { error } = crash
  const name = error instanceof Error ? error.name : typeof error
  const code = systemCode(error)
  const known = [named(name), ...(code === undefined ? [] : [named(code)])].join(' ')
  return [`program: ${known}`, ...placesOf(error).map(place)]
}

const named = (name: string) => (plainName.test(name) ? name : unnamed)

/** The lines of a stack, without the message above them. */
function placesOf(error: unknown): readonly string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const message = error instanceof Error ? error.message : ''
  const at = stack.indexOf(message)
  return stack
    .slice(at < 0 ? 0 : at + message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, maxPlaces)
}

/** Function, file below the program's folder, line and column; what is of another form is left out. */
function place(line: string): string {
  const [, caller = '', path = '', position = ''] = /^\s+at (?:(.*) \()?(.*?):(\d+:\d+)\)?$/.exec(line) ?? []
  const called = caller.replace(/^(?:async |new )+/, '').replace(/ \[as [^\]]*\]$/, '')
  const names = called === '' ? [] : [called.split('.').map(named).join('.')]
  const below = /(?:^|[/\\])((?:out|main|node_modules)[/\\][\w@.+/\\-]*)$/.exec(path)?.[1]
  const file = /^node:[\w/]+$/.test(path) ? path : (below ?? unnamed)
  return `  at ${[...names, `${file.replaceAll('\\', '/')}${position === '' ? '' : `:${position}`}`].join(' ')}`
}

/** The words around a report. */
export const crashWords = {
  page: {
    zh: '这个窗口停止了。存盘的稿子没有改动；还没有存盘的字，重新打开后会问您要不要。',
    en: 'This window has stopped. What was saved has not changed; what was not saved yet is offered when it opens again.',
  },
  reopen: { zh: '重新打开', en: 'Open Again' },
  copyAndReopen: { zh: '复制报告，重新打开', en: 'Copy the Report and Open Again' },
  closeWindow: { zh: '关闭窗口', en: 'Close Window' },
  copyAndQuit: { zh: '复制报告，退出', en: 'Copy the Report and Quit' },
  quit: { zh: '退出', en: 'Quit' },
  sent: {
    zh: '下面的报告没有发给任何人，里面没有正文。',
    en: 'The report below was sent to nobody, and no word of the text is in it.',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<UiLanguage, string>>>>
