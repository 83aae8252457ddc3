import { describe, expect, it } from 'vitest'
import { detailLevels, type EntryText } from '../../../../main/src/services/codex/detail.ts'
import { strangeTexts } from '../../../support/strangeText.ts'

const levelsOf = (part: Partial<EntryText>, language: 'zh' | 'en' = 'zh') => {
  const entry = { name: '许三娘', aliases: [], body: '', progressions: [], relations: [], ...part }
  const { full, title, shorter } = detailLevels(entry, language)
  return { full, title, ...shorter }
}

describe('detail levels', () => {
  it('go from full to 120 characters, 30 and the name, the latest first at each', () => {
    const first = '许记客栈的掌柜，五十上下。什么事都记在账上，打完一笔要把算盘归零。'
    const body = `${first}${'她等了十六年。'.repeat(20)}\n\n第二段。`
    expect(
      levelsOf({
        aliases: ['三娘'],
        body,
        progressions: [{ text: '摔断了腿。' }, { text: '交出账本，随船去了青屿。', state: '离港' }],
        relations: ['阿簪（养女）'],
      }),
    ).toEqual({
      full: `至此：\n- 交出账本，随船去了青屿。\n- 摔断了腿。\n${body}\n又名：三娘\n关系：阿簪（养女）`,
      short: `至此：交出账本，随船去了青屿。\n摔断了腿。\n${first}${'她等了十六年。'.repeat(9)}`,
      line: '交出账本，随船去了青屿。',
      title: '许三娘（离港）',
      name: '许三娘（离港）',
    })
  })

  it('show the outcome of a sentence that is too long to be whole', () => {
    const text = '她夜里撑船去了牛背礁，把十六封信一封一封摊在石头上念完，天亮前涨潮，连人带船没有回来。'
    const { line, name } = levelsOf({ body: '许记客栈的掌柜。', progressions: [{ text }] })
    expect(line).toBe('她夜里撑船去了牛背礁……连人带船没有回来。')
    expect(name).toBe('许三娘（她夜里撑船去了牛背礁）')
  })

  it('take a death, else the first clause that says more than when, for the state, without the name, to 12 characters', () => {
    const stateOf = (text: string) => levelsOf({ progressions: [{ text }] }).name
    expect(stateOf('建安五年四月，许三娘遇刺身亡，年二十六。')).toBe('许三娘（遇刺身亡）')
    expect(stateOf('三天之后，她撑船出海，死在牛背礁。')).toBe('许三娘（死在牛背礁）')
    expect(stateOf('她会唱魏伯教的末四句“灯下无影”。')).toBe('许三娘（她会唱魏伯教的末四句）')
    expect(stateOf('许三娘')).toBe('许三娘（许三娘）')
    expect(stateOf('𠮷野家的灯灭了又亮亮了又灭灭了又亮')).toBe('许三娘（𠮷野家的灯灭了又亮亮了）')
    expect(stateOf(' \n')).toBe('许三娘')
    expect(levelsOf({ name: 'Ann', progressions: [{ text: 'Ann drowned. They wept.' }] }, 'en').name).toBe(
      'Ann (drowned)',
    )
  })

  it.each(strangeTexts)('respect their lengths, never grow and never cut a character: $name', ({ text }) => {
    for (const progressions of [[], [{ text: text.slice(0, 20_000) }]]) {
      const { full, short = '', line = '', name } = levelsOf({ body: text, progressions })
      const texts = [full, short, line].filter((one) => one !== '')
      expect(texts.map(({ length }) => length)).toEqual(
        texts.map(({ length }) => length).toSorted((a, b) => b - a),
      )
      expect([...texts, name].every((one) => one.isWellFormed() || !full.isWellFormed())).toBe(true)
      expect(short.length).toBeLessThanOrEqual(120)
      expect(line.length).toBeLessThanOrEqual(30)
      expect(name.length).toBeLessThanOrEqual('许三娘（）'.length + 12)
    }
  })
})

/** From 三国演义 as it stands, chapters 29, 77 and 16: how three men die. */
const dead = [
  {
    name: '孙策',
    body: '孙坚长子，字伯符，据有江东六郡，英武善战，年少气盛。',
    text: '言讫，瞑目而逝。年止二十六岁。后人有诗赞曰：“独战东南地，人称小霸王。运筹如虎踞，决策似鹰扬。',
    says: /逝/,
  },
  {
    name: '关公',
    body: '刘备义弟，字云长，镇守荆州，使青龙偃月刀，骑赤兔马。',
    text: '于是关公父子皆遇害。时建安二十四年冬十二月也。关公亡年五十八岁。',
    says: /遇害|亡/,
  },
  {
    name: '典韦',
    body: '曹操帐下都尉，使双铁戟，重八十斤，力大无双。',
    text: '背上又中一枪，乃大叫数声，血流满地而死。死了半晌，还无一人敢从前门而入者。',
    says: /死/,
  },
]

it.each(dead)('the dead $name is dead at every level', ({ name, body, text, says }) => {
  const levels = levelsOf({ name, body: body.repeat(20), progressions: [{ text: '屡立战功。' }, { text }] })
  const { title: _title, ...texts } = levels
  expect(Object.values(texts)).toHaveLength(4)
  expect(Object.values(texts).filter((level) => !says.test(level))).toEqual([])
  const stated = levelsOf({ name, body, progressions: [{ text, state: '已死' }] })
  expect([stated.title, stated.name]).toEqual([`${name}（已死）`, `${name}（已死）`])
})
