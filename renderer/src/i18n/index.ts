import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { en } from './en.ts'
import { type Messages, zh } from './zh.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'words'
    resources: { words: Messages; sources: Readonly<Record<string, string>> }
  }
}

/** Sets up the words of the page; Chinese until the settings say otherwise. */
export const startI18n = async (): Promise<typeof i18next> => {
  await i18next.use(initReactI18next).init({
    lng: 'zh',
    fallbackLng: 'zh',
    defaultNS: 'words',
    ns: ['words'],
    resources: { zh: { words: zh }, en: { words: en } },
    // The names of sources come from main when the page is already there.
    react: { bindI18nStore: 'added' },
    // React escapes; dots in keys of the find panel are not separators there.
    interpolation: { escapeValue: false },
  })
  return i18next
}
