import { join } from 'node:path'
import { readFileBounded } from '../../lib/files.ts'

/**
 * The language of the interface in a data folder's settings, read before there is an app and without making the
 * folder. Undefined when none is set, or the file cannot be read: its fault is reported later, where the settings are
 * used.
 */
export async function storedLanguage(dataFolder: string): Promise<'zh' | 'en' | undefined> {
  try {
    const bytes = await readFileBounded(join(dataFolder, 'settings.json'), 1_048_576)
    const language: unknown = Object(JSON.parse(bytes.toString('utf8'))).language
    return language === 'zh' || language === 'en' ? language : undefined
  } catch {
    return undefined
  }
}
