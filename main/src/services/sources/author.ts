import type { AuthorPreferences } from '#contract/settings.ts'
import type { Language } from '../context/index.ts'
import { defineSource, type Source } from '../context/source.ts'
import type { AuthorPort, PreferenceRule } from './ports.ts'

const path = 'settings:author'

/**
 * About the author: language, time zone, style, working hours. For chats, searches and plans; what writes the book
 * has no use for it.
 */
export function createAuthor(author: AuthorPort): Source {
  return defineSource({
    name: 'author',
    display: { name: { zh: '关于作者', en: 'About the author' }, card: 'name' },
    layer: 'settings',
    place: 2,
    stability: 'book',
    part: 'preferences',
    shrinkSteps: [{ step: 'head', cutOrder: 1, boundary: 'paragraph' }],
    missing: { code: 'MEMORY_UNAVAILABLE', params: {} },
    label: (_draft, language) => (language === 'zh' ? '作者' : 'Author'),
    async read({ projectId, language, skill: { profile = 'write' } }) {
      const text = profile === 'write' ? '' : authorText(author, language)
      if (text === '') return []
      return [
        {
          ...{ ref: { path }, storeId: projectId, title: path, text, confidence: 1 },
          reason: { code: 'profile', params: {} },
        },
      ]
    },
    async reread(ref, { language }) {
      return ref.path === path ? { text: authorText(author, language) } : undefined
    },
  })
}

const languageNames: Record<NonNullable<AuthorPreferences['language']>, string> = {
  'zh-Hans': '简体中文',
  'zh-Hant': '繁體中文',
  en: 'English',
  ja: '日本語',
  ko: '한국어',
}
const labels = {
  zh: {
    language: '回答用的语言：',
    style: '回答的风格：',
    timeZone: '时区：',
    hours: '写作时间：',
    usual: { language: '与作品相同', style: '简明', hours: '不固定' },
  },
  en: {
    language: 'Language to answer in: ',
    style: 'Style of answers: ',
    timeZone: 'Time zone: ',
    hours: 'Working hours: ',
    usual: { language: 'that of the book', style: 'plain and short', hours: 'not fixed' },
  },
} as const

/**
 * All four in a line each, unset ones with their defaults; empty before the author has set one of them, so that no
 * machine's time zone is sent without consent.
 */
export function authorText({ preferences, timeZone }: AuthorPort, language: Language): string {
  const stored = preferences()
  const style = stored?.style?.trim().replace(/\s+/g, ' ') ?? ''
  if (!stored || (style === '' && !stored.language && !stored.timeZone && !stored.workingHours)) return ''
  const { usual, ...names } = labels[language]
  const hours = stored.workingHours
  return [
    names.language + (stored.language ? languageNames[stored.language] : usual.language),
    names.style + (style || usual.style),
    names.timeZone + (stored.timeZone ?? timeZone),
    names.hours + (hours ? `${clock(hours.from)}–${clock(hours.to)}` : usual.hours),
  ].join('\n')
}

/** Confirmed preferences in a line each, the surest first, for a request that is assembled without layers. */
export function preferenceLines(rules: readonly PreferenceRule[], language: Language): string {
  const name = language === 'zh' ? '写作偏好：' : 'Writing preference: '
  return rules
    .toSorted((a, b) => b.confidence - a.confidence)
    .map(({ text }) => name + text.trim().replace(/\s+/g, ' '))
    .join('\n')
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
