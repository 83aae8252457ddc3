import { describe, expect, test } from 'vitest'
import { fromDraft, toDraft } from '../../../../renderer/src/features/codex/entryDraft.ts'
import { entryOf } from '../../../fixtures/codex/entries.ts'

const all = [
  { id: 'xu', name: '许三娘' },
  { id: 'wei', name: '魏伯' },
]
const entry = entryOf({
  id: 'zan',
  name: '阿簪',
  aliases: ['簪，儿', '姑娘'],
  relations: [
    { to: 'xu', kind: '养母：旧' },
    { to: 'gone', kind: '' },
  ],
  knownBy: ['xu', '路人'],
  progressions: [
    { from: 'manuscript/1.md', text: '一', knownBy: ['wei'] },
    { from: 'manuscript/2.md', to: 'manuscript/3.md', text: '二' },
  ],
  extra: { 'x-color': 'red' },
})

describe('an entry as text fields', () => {
  test('comes back as it was when nothing is typed (separators inside an alias were split)', () => {
    expect(fromDraft(toDraft(entry, all), entry, all)).toEqual(entry)
  })

  test('takes names for ids, one item per line, and drops empty changes', () => {
    const draft = toDraft(entry, all)
    const next = fromDraft(
      {
        ...draft,
        aliases: '甲、乙\n\n乙 ',
        relations: '魏伯：念报纸\n陌生人',
        knownBy: '',
        progressions: [
          ...draft.progressions.slice(1),
          { key: 'new', from: 'manuscript/4.md', to: '', text: '四', knownBy: '魏伯，许三娘' },
          { key: 'empty', from: 'manuscript/4.md', to: '', text: ' ', knownBy: '' },
        ],
      },
      entry,
      all,
    )
    const { knownBy: _known, ...rest } = entry
    expect(next).toEqual({
      ...rest,
      aliases: ['甲', '乙'],
      relations: [
        { to: 'wei', kind: '念报纸' },
        { to: '陌生人', kind: '' },
      ],
      progressions: [
        { from: 'manuscript/2.md', to: 'manuscript/3.md', text: '二' },
        { from: 'manuscript/4.md', text: '四', knownBy: ['wei', 'xu'] },
      ],
    })
  })
})
