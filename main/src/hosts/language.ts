import type { UiLanguage } from '../contract/sentences/errorKeys.ts'
import { dataFolderOfArguments } from '../lib/dataFolder.ts'
import { languageOfTag, systemLanguage } from '../lib/systemLanguage.ts'
import { storedLanguage } from '../services/settings/index.ts'

export { languageOfTag }

/**
 * The language for people at a terminal: `--lang`, else the settings, else that of this computer. Never throws, so that
 * there is one before anything can fail. `data` is the value of `--data`, `locale` what a desktop says of itself.
 */
export async function languageOfProcess(options: {
  readonly lang?: string | undefined
  readonly data?: string | undefined
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly locale?: string
}): Promise<UiLanguage> {
  const given = languageOfTag(options.lang ?? '')
  if (given) return given
  const stored = await storedLanguage(dataFolderOfArguments(options.data))
  return stored ?? systemLanguage(options.env, options.locale)
}

/** The value of an option in any line, also in one that is wrong. */
export function optionIn(args: readonly string[], name: `--${string}`): string | undefined {
  const at = args.findLastIndex((arg) => arg === name || arg.startsWith(`${name}=`))
  return args[at] === name ? args[at + 1] : args[at]?.slice(name.length + 1)
}
