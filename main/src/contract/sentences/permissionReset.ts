import type { UiLanguage } from './errorKeys.ts'

/** Why permissions that were given before are not in force. */
export type PermissionReset = 'moved' | 'replaced' | 'spelling' | 'network' | 'unbound' | 'broken'

const sentences: Readonly<Record<UiLanguage, Readonly<Record<PermissionReset, string>>>> = {
  zh: {
    moved: '这部作品不在当初允许写入的那个文件夹里，所以又改回每次都问。',
    replaced: '这里已经不是当初允许写入的那个文件夹（可能是恢复或替换来的），所以又改回每次都问。',
    spelling: '文件夹的路径换了一种大小写或写法，所以又改回每次都问。',
    network: '这部作品在网络路径上，无法认准是哪个文件夹，所以每次都问。',
    unbound: '以前的允许没有记下是给哪个文件夹的，所以又改回每次都问。',
    broken: '保存许可的文件坏了，所以每次都问。下次改动许可时会新建一份，坏的那份另存，不会删掉。',
  },
  en: {
    moved:
      'This book is not in the folder that writing was allowed for, so each change is asked about again.',
    replaced:
      'This is not the folder that writing was allowed for (it may have been restored or replaced), so each change is asked about again.',
    spelling: 'The path of the folder is spelled in another way, so each change is asked about again.',
    network:
      'This book is on a network path, where a folder cannot be told from another, so each change is asked about.',
    unbound:
      'The earlier permission does not name the folder it was given for, so each change is asked about again.',
    broken:
      'The file with the permissions is broken, so each change is asked about. The next change of a permission starts a new file and sets the broken one aside.',
  },
}

/** The sentence for people. */
export const permissionResetSentence = (reset: PermissionReset, language: UiLanguage): string =>
  sentences[language][reset]
