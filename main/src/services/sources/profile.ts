import type { Language } from '../context/index.ts'
import { defineSource, type Source } from '../context/source.ts'
import type { Profile, ProfilePort } from './ports.ts'

const path = '.creonow/project.json'

/** What kind of book this is: type, genre, person, tense, premise. */
export function createProfile(profiles: ProfilePort): Source {
  return defineSource({
    name: 'profile',
    display: { name: { zh: '作品', en: 'Work' }, card: 'name' },
    layer: 'settings',
    place: 0,
    stability: 'book',
    shrinkSteps: [{ step: 'head', cutOrder: 1, boundary: 'sentence' }],
    missing: { code: 'SETTINGS_UNAVAILABLE', params: {} },
    label: (_draft, language) => (language === 'zh' ? '作品' : 'Work'),
    async read({ projectId, language }) {
      const profile = await profiles.profile(projectId)
      const text = profileText(profile, language)
      if (text === '') return []
      return [
        {
          ref: { path },
          storeId: profile.id,
          title: profile.name,
          text,
          confidence: 1,
          reason: { code: 'profile', params: {} },
          of: profile,
        },
      ]
    },
    async reread(ref, { projectId, language }) {
      if (ref.path !== path) return undefined
      return { text: profileText(await profiles.profile(projectId), language) }
    },
  })
}

const types: Record<string, Record<Language, string>> = {
  novel: { zh: '小说', en: 'novel' },
}
const persons: Record<string, Record<Language, string>> = {
  first: { zh: '第一人称', en: 'first person' },
  second: { zh: '第二人称', en: 'second person' },
  third: { zh: '第三人称', en: 'third person' },
}
const tenses: Record<string, Record<Language, string>> = {
  past: { zh: '过去时', en: 'past tense' },
  present: { zh: '现在时', en: 'present tense' },
}

/** One line per fact the author has set; nothing for what is unset. Empty for a project with only a name. */
function profileText(profile: Profile, language: Language): string {
  const zh = language === 'zh'
  const format = (names: Record<string, Record<Language, string>>, value: string | undefined) =>
    value === undefined ? undefined : (names[value]?.[language] ?? value)
  const facts: [string, string | undefined][] = [
    [zh ? '类型' : 'Type', format(types, profile.type)],
    [zh ? '题材' : 'Genre', profile.genre],
    [zh ? '叙述人称' : 'Person', format(persons, profile.person)],
    [zh ? '时态' : 'Tense', format(tenses, profile.tense)],
    [zh ? '梗概' : 'Premise', profile.synopsis],
  ]
  const lines = facts.flatMap(([name, value]) =>
    value?.trim() ? [`${name}${zh ? '：' : ': '}${value}`] : [],
  )
  if (lines.length === 0) return ''
  return [`${zh ? '书名：' : 'Title: '}${profile.name}`, ...lines].join('\n')
}
