import { describe, expect, it } from 'vitest'
import { detailLevels } from '../../../../main/src/services/codex/detail.ts'
import { entryAsOf } from '../../../../main/src/services/codex/entryAsOf.ts'
import { entryOf } from '../../../fixtures/codex/entries.ts'
import { strangeTexts } from '../../../support/strangeText.ts'

const order = new Map(['front', 'c1', 'c2', 'c3'].map((id, index) => [id, index]))
const at = (documentId: string, pointOfView?: string[]) => ({
  order,
  documentId,
  pointOfView: pointOfView && new Set(pointOfView),
})

describe('an entry as of a chapter', () => {
  const entry = entryOf({
    id: 'a',
    progressions: [
      { from: 'c3', text: '三' },
      { from: 'c1', to: 'c2', text: '一到二' },
      { from: 'c1', text: '一' },
      { from: 'gone', text: '无处' },
      { from: 'c1', to: 'gone', text: '无尽' },
      { from: 'c2', text: '只有乙知道', knownBy: ['b'] },
    ],
  })

  it('holds what began and has not ended, in reading order, and nothing it cannot place', () => {
    const texts = (documentId: string, pov?: string[]) =>
      entryAsOf(entry, at(documentId, pov))?.progressions.map(({ text }) => text)
    expect(['front', 'c1', 'c2', 'c3', 'unknown'].map((id) => texts(id))).toEqual([
      [],
      ['一到二', '一'],
      ['一到二', '一', '只有乙知道'],
      ['一', '只有乙知道', '三'],
      [],
    ])
    expect(texts('c2', ['a'])).toEqual(['一到二', '一'])
    expect(texts('c2', ['b'])).toEqual(['一到二', '一', '只有乙知道'])
    expect(entryAsOf(entry, at('c1'))?.dangling).toEqual(['gone', 'gone'])
  })

  it('is not there at all for a point of view that does not know it (an empty list means nobody)', () => {
    const secret = entryOf({ id: 's', knownBy: [] })
    expect(entryAsOf(secret, at('c1', ['a']))).toBeUndefined()
    expect(entryAsOf(secret, at('c1'))?.entry).toEqual(secret)
  })
})

describe('detail levels', () => {
  it('go from full to first paragraph, one line and the name, each shorter', () => {
    const first = '许记客栈的掌柜，五十上下。什么事都记在账上，打完一笔要把算盘归零。'
    expect(
      detailLevels(
        {
          name: '许三娘',
          aliases: ['三娘'],
          body: `${first}${'她等了十六年。'.repeat(20)}\n\n第二段。`,
          progressions: ['交出账本。'],
          relations: ['阿簪（养女）'],
        },
        'zh',
      ),
    ).toEqual({
      full: `${first}${'她等了十六年。'.repeat(20)}\n\n第二段。\n又名：三娘\n至此：\n- 交出账本。\n关系：阿簪（养女）`,
      shorter: {
        short: `${first}${'她等了十六年。'.repeat(12)}\n又名：三娘`,
        line: '许三娘（三娘）：许记客栈的掌柜，五十上下。',
        name: '许三娘',
      },
    })
  })

  it.each(strangeTexts)('never grow and never cut a character: $name', ({ text }) => {
    const { full, shorter } = detailLevels(
      {
        name: '名',
        aliases: [],
        body: text,
        progressions: [],
        relations: [],
      },
      'zh',
    )
    const texts = [full, shorter.short, shorter.line, shorter.name].filter((one) => one !== undefined)
    expect(texts.map(({ length }) => length)).toEqual(
      texts.map(({ length }) => length).toSorted((a, b) => b - a),
    )
    expect(texts.every((one) => one.isWellFormed() === full.isWellFormed() || one.isWellFormed())).toBe(true)
    expect((shorter.short ?? '').length).toBeLessThanOrEqual(130)
    expect((shorter.line ?? '').length).toBeLessThanOrEqual(70)
  })
})
