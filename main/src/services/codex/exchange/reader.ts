import type { CodexEntry } from '#contract/codex.ts'
import { type Losses, unknownField } from './losses.ts'

/** For whom a file is written that people read. */
export interface Reader {
  readonly language: 'zh' | 'en'
  /** By id and by path. */
  readonly chapterTitles: ReadonlyMap<string, string>
}

/** In the order in which a codex is read. */
export const kinds = ['character', 'location', 'item', 'faction', 'event', 'lore'] as const

/** Names of fields, and how what stands in them is joined. */
export const words = {
  zh: {
    bible: '设定集',
    kinds: {
      character: '人物',
      location: '地点',
      item: '物品',
      faction: '势力',
      event: '事件',
      lore: '其他设定',
    },
    columns: ['名称', '种类', '别名', '标签', '关系', '一直成立', '给模型', '正文'],
    levels: { always: '总是', when_detected: '提到时', manual_only: '只在点名时', never: '从不' },
    aliases: '别名：',
    tags: '标签：',
    level: '给模型：',
    relations: '关系：',
    since: '在书中：',
    knownBy: '知情人：',
    exclude: '不算提到：',
    constraints: '一直成立：',
    progressions: '随章节的变化：',
    aside: (text: string) => `（${text}）`,
    time: (from: string | undefined, to: string | undefined) =>
      [from === undefined ? '' : `从 ${from} 起`, to === undefined ? '' : `到 ${to} 止`]
        .filter((part) => part !== '')
        .join('，'),
    comma: '；',
    colon: '：',
  },
  en: {
    bible: 'Story bible',
    kinds: {
      character: 'Characters',
      location: 'Places',
      item: 'Items',
      faction: 'Factions',
      event: 'Events',
      lore: 'Other',
    },
    columns: ['Name', 'Kind', 'Also called', 'Tags', 'Relations', 'Always true', 'For the model', 'Text'],
    levels: { always: 'always', when_detected: 'when mentioned', manual_only: 'when named', never: 'never' },
    aliases: 'Also called: ',
    tags: 'Tags: ',
    level: 'For the model: ',
    relations: 'Relations: ',
    since: 'In the book: ',
    knownBy: 'Known to: ',
    exclude: 'Not a mention: ',
    constraints: 'Always true:',
    progressions: 'Changes by chapter:',
    aside: (text: string) => ` (${text})`,
    time: (from: string | undefined, to: string | undefined) =>
      [from === undefined ? '' : `from ${from}`, to === undefined ? '' : `to ${to}`]
        .filter((part) => part !== '')
        .join(' '),
    comma: '; ',
    colon: ': ',
  },
} as const

/** As it was written where no chapter has it. */
export const chapterTitle = (chapter: string | undefined, { chapterTitles }: Reader): string | undefined =>
  chapter && (chapterTitles.get(chapter) ?? chapter)

/** `沈砚（师父）；林远`: an entry that is not there any more by the id that was written. */
export function relationsOf(entry: CodexEntry, entries: readonly CodexEntry[], reader: Reader): string {
  const { aside, comma, time } = words[reader.language]
  return entry.relations
    .map(({ to, kind, from }) => {
      const about = [kind, time(chapterTitle(from, reader), undefined)].filter((part) => part !== '')
      return `${nameOf(to, entries)}${about.length === 0 ? '' : aside(about.join(comma))}`
    })
    .join(comma)
}

/** Of an entry by its id; what is no id is a name already. */
export const nameOf = (id: string, entries: readonly CodexEntry[]): string =>
  entries.find((entry) => entry.id === id)?.name ?? id

/** Fields that are not ours mean nothing to a reader: each is reported. */
export function reportUnknown({ name, extra }: CodexEntry, losses: Losses): void {
  for (const field of Object.keys(extra)) losses.add(name, field, unknownField)
}
