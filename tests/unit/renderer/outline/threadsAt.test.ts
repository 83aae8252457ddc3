import { expect, test } from 'vitest'
import { threadsAt } from '../../../../renderer/src/features/outline/threadsAt.ts'
import type { Thread } from '../../../../renderer/src/features/threads/threadGroups.ts'

type Role = Thread['marks'][number]['role']

const thread = (
  title: string,
  marks: readonly (readonly [Role, string | null])[],
  rest: Partial<Thread> = {},
): Thread => ({
  ...{ id: `t_${title}`, title, state: 'planted', people: [], from: null, due: null, knownBy: null },
  overdue: false,
  marks: marks.map(([role, documentId], at) => ({
    ...{ id: `m_${at}`, role, exact: '半枚鱼符' },
    place: documentId === null ? null : { documentId, chapterTitle: '', from: 0, to: 4 },
  })),
  ...rest,
})

test('a card names each thread of its chapter once: paid before due, due before planted, planted before touched', () => {
  const threads = [
    thread('鱼符', [
      ['planted', 'c_1'],
      ['touched', 'c_1'],
    ]),
    thread('骨笛', [['touched', 'c_1']]),
    thread('钟声', [['planted', 'c_1']], { due: 'c_1' }),
    thread('旧信', [['paid', 'c_1']], { due: 'c_1', state: 'paid' }),
    thread('少的那条船', [['planted', 'c_2']], { due: 'c_1', overdue: true }),
    thread('断剑', [['paid', 'c_1']], { due: 'c_1' }),
    thread('断桥', [['planted', null]]),
    thread('袖里刀', [['planted', 'c_2']], { due: 'c_1', state: 'dropped' }),
  ]
  expect(threadsAt(threads, 'c_1').map(({ title, does }) => `${title} ${does}`)).toEqual([
    ...['鱼符 planted', '骨笛 touched', '钟声 due', '旧信 paid', '少的那条船 overdue', '断剑 paid'],
  ])
  expect(threadsAt(threads, 'c_3')).toEqual([])
})
