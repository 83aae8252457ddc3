import { expect, it } from 'vitest'
import {
  type Notice,
  type Reason,
  reasonParams,
  warningParams,
} from '../../../../../main/src/contract/warnings.ts'
import { describeNotice, describeReason } from '../../../../../main/src/services/context/core/wording.ts'
import { samples } from '../../../../support/codedSamples.ts'

it('a reason says at which side of the cursor, and how far from it, a name is', () => {
  const found = (side: 'before' | 'after', distance: number, shared = false) =>
    describeReason({ code: 'in_window', params: { side, distance, key: '林远', shared } })
  expect([found('before', 0), found('before', 1), found('after', 12), found('after', 0, true)]).toEqual([
    '光标处提到「林远」',
    '光标前 1 字提到「林远」',
    '光标后 12 字提到「林远」',
    '光标处提到「林远」（几个条目共用这个称呼）',
  ])
})

it('a passage is there for the words that it shares with the scene, or for its meaning where it shares none', () => {
  const said = (terms: string[]) => [
    describeReason({ code: 'passage', params: { rank: 3, terms } }),
    describeReason({ code: 'active', params: { rank: 4, terms } }),
  ]
  expect([said(['铜哨', '父亲']), said(['灯塔']), said([])]).toEqual([
    ['与眼前的文字同有：铜哨、父亲（第 3）', '近来常写到：铜哨、父亲（第 4）'],
    ['与眼前的文字同有：灯塔（第 3）', '近来常写到：灯塔（第 4）'],
    ['与眼前的文字意思相近（第 3）', '近来常写到（第 4）'],
  ])
})

it('a notice about a history that could not be stored has its cause', () => {
  const said = (cause: 'full' | 'refused') => describeNotice({ code: 'HISTORY_NOT_KEPT', params: { cause } })
  expect([said('full'), said('refused')]).toEqual([
    'HISTORY_NOT_KEPT: 磁盘快满了：正文已经存好，但没能留下历史版本',
    'HISTORY_NOT_KEPT: 正文已经存好，但数据文件夹不能写，没能留下历史版本',
  ])
})

it('a reason says what binds, what has changed since and how near an earlier exchange is', () => {
  const said = [
    describeReason({ code: 'preference', params: { as: 'setting' } }),
    describeReason({ code: 'preference', params: { as: 'constraint' } }),
    describeReason({ code: 'synopsis', params: { stale: false } }),
    describeReason({ code: 'synopsis', params: { stale: true } }),
    describeReason({ code: 'episode', params: { similarity: 0.816 } }),
  ]
  expect(said).toEqual([
    '写作偏好',
    '写作偏好，作为约束',
    '前面章节的梗概',
    '前面章节的梗概（那一章后来改过）',
    '与这次相近 0.82',
  ])
})

it('every warning and every reason names its subject in Chinese', () => {
  const notices = samples(warningParams).map((notice) => describeNotice(notice as Notice)) // of the declared kinds
  const reasons = samples(reasonParams).map((reason) => describeReason(reason as Reason)) // as above
  const said = [...notices, ...reasons]
  expect(said.filter((words) => /undefined|NaN|\[object|\(\)|（）/.test(words))).toEqual([])
  expect(reasons.filter((words) => !/\p{Script=Han}/u.test(words) && words !== 'Lin Yuan')).toEqual([])
  expect(said.length).toBeGreaterThan(80)
})

it('a file that is left out is named with the place of its fault', () => {
  const fault = { code: 'json', params: {} } as const
  const params = { path: '.creonow/rules/terminology.json', line: 3, column: 7, fault }
  expect(describeNotice({ code: 'FILE_LEFT_OUT', params })).toMatch(
    /^FILE_LEFT_OUT: \.creonow\/rules\/terminology\.json 没有放进去（第 3 行第 7 列：[^（）]+）$/,
  )
})
