import type { UiLanguage } from '../contract/sentences/errorKeys.ts'
import { dataFolderOfArguments } from '../lib/dataFolder.ts'
import { storedLanguage } from '../services/settings/index.ts'

/** What `--lang` may be: `zh`, `en` or a tag that begins with one of them. */
export const languageOfTag = (tag: string): UiLanguage | undefined =>
  /^en(?:[-_]|$)/i.test(tag) ? 'en' : /^zh(?:[-_]|$)/i.test(tag) ? 'zh' : undefined

/**
 * The language for people at a terminal: `--lang`, else the settings, else LANG, else Chinese. Never throws, so that
 * there is one before anything can fail. `data` is the value of `--data`.
 */
export async function languageOfProcess(options: {
  readonly lang?: string | undefined
  readonly data?: string | undefined
  readonly env?: Readonly<Record<string, string | undefined>>
}): Promise<UiLanguage> {
  const given = languageOfTag(options.lang ?? '')
  if (given) return given
  return (
    (await storedLanguage(dataFolderOfArguments(options.data))) ??
    languageOfTag((options.env ?? process.env).LANG ?? '') ??
    'zh'
  )
}

/** The value of an option in any line, also in one that is wrong. */
export function optionIn(args: readonly string[], name: `--${string}`): string | undefined {
  const at = args.findLastIndex((arg) => arg === name || arg.startsWith(`${name}=`))
  return args[at] === name ? args[at + 1] : args[at]?.slice(name.length + 1)
}
