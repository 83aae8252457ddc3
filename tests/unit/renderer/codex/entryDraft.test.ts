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
  aliases: ['簪，儿', '姑娘', { name: '银匠', from: 'manuscript/2.md', to: 'manuscript/3.md' }],
  relations: [
    { to: 'xu', kind: '养母：旧' },
    { to: 'gone', kind: '' },
    { to: 'wei', kind: '孙女', from: 'manuscript/3.md' },
  ],
  from: 'manuscript/1.md',
  knownBy: ['xu', '路人'],
  progressions: [
    { from: 'manuscript/1.md', text: '一', state: '重伤', knownBy: ['wei', 'xu'] },
    { from: 'manuscript/2.md', to: 'manuscript/3.md', text: '二' },
  ],
  extra: { 'x-color': 'red' },
})

describe('an entry as text fields', () => {
  test('comes back as it was when nothing is typed (separators inside an alias were split)', () => {
    expect(fromDraft(toDraft(entry, all), entry, all)).toEqual(entry)
    expect(toDraft(entry, all).progressions[0]?.knownBy).toBe('魏伯、许三娘')
  })

  test('takes names for ids, one item per line, and drops empty changes', () => {
    const draft = toDraft(entry, all)
    const next = fromDraft(
      {
        ...draft,
        aliases: '甲、乙\n\n乙 ',
        lateAliases: [
          { key: 'a', text: '丙、丁', from: 'manuscript/4.md', to: '' },
          { key: 'b', text: '戊', from: '', to: '' },
          { key: 'c', text: ' ', from: 'manuscript/4.md', to: '' },
        ],
        from: '',
        relations: '魏伯：念报纸\n陌生人',
        lateRelations: [{ key: 'a', text: '许三娘：仇人', from: 'manuscript/4.md', to: '' }],
        knownBy: '',
        progressions: [
          ...draft.progressions.slice(1),
          {
            key: 'new',
            from: 'manuscript/4.md',
            to: '',
            text: '四',
            state: ' 离港',
            knownBy: '魏伯，许三娘',
          },
          { key: 'empty', from: 'manuscript/4.md', to: '', text: ' ', knownBy: '' },
        ],
      },
      entry,
      all,
    )
    const { knownBy: _known, from: _from, ...rest } = entry
    expect(next).toEqual({
      ...rest,
      aliases: [
        '甲',
        '乙',
        { name: '丙', from: 'manuscript/4.md' },
        { name: '丁', from: 'manuscript/4.md' },
        '戊',
      ],
      relations: [
        { to: 'wei', kind: '念报纸' },
        { to: '陌生人', kind: '' },
        { to: 'xu', kind: '仇人', from: 'manuscript/4.md' },
      ],
      progressions: [
        { from: 'manuscript/2.md', to: 'manuscript/3.md', text: '二' },
        { from: 'manuscript/4.md', text: '四', state: '离港', knownBy: ['wei', 'xu'] },
      ],
    })
  })

  test('a change that was drawn from the text keeps its sentences, and is the author’s once he has rewritten it', () => {
    const evidence = [{ quote: '魏伯把阿簪抱下船。', chapter: 'manuscript/1.md' }]
    const source = { id: 'p_1', field: '来历', value: '船上', evidence, by: 'model' as const }
    const drawn = { ...entry, progressions: [{ from: 'manuscript/1.md', text: '来历：船上', ...source }] }
    const draft = toDraft(drawn, all)
    expect(fromDraft(draft, drawn, all)).toEqual(drawn)
    const [progression] = draft.progressions
    if (!progression) throw new Error('no progression')
    const rewritten = { ...draft, progressions: [{ ...progression, text: 'came by ship' }] }
    expect(fromDraft(rewritten, drawn, all).progressions).toEqual([
      { from: 'manuscript/1.md', text: 'came by ship', ...source, by: 'author' },
    ])
  })
})
