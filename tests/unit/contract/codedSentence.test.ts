import { expect, it } from 'vitest'
import { describeNotice, describeReason } from '../../../main/src/contract/sentences/codedSentence.ts'
import { type Notice, type Reason, reasonParams, warningParams } from '../../../main/src/contract/warnings.ts'
import { fault, samples } from '../../support/codedSamples.ts'

it('a reason says at which side of the cursor, and how far from it, a name is', () => {
  const found = (side: 'before' | 'after', distance: number, shared = false) =>
    describeReason({ code: 'in_window', params: { side, distance, key: '林远', shared } }, 'zh')
  expect([found('before', 0), found('before', 1), found('after', 12), found('after', 0, true)]).toEqual([
    '光标处提到「林远」',
    '光标前 1 字提到「林远」',
    '光标后 12 字提到「林远」',
    '光标处提到「林远」；几个条目共用这个称呼',
  ])
})

it('a passage is there for the words that it shares with the scene, or for its meaning where it shares none', () => {
  const said = (terms: string[]) => [
    describeReason({ code: 'passage', params: { rank: 3, terms } }, 'zh'),
    describeReason({ code: 'active', params: { rank: 4, terms } }, 'zh'),
  ]
  expect([said(['铜哨', '父亲']), said(['灯塔']), said([])]).toEqual([
    ['与眼前的文字相关，第 3；铜哨、父亲', '近来常写到，第 4；铜哨、父亲'],
    ['与眼前的文字相关，第 3；灯塔', '近来常写到，第 4；灯塔'],
    ['与眼前的文字相关，第 3', '近来常写到，第 4'],
  ])
})

it('a notice about a history that could not be stored has its cause', () => {
  const said = (cause: 'full' | 'refused') =>
    describeNotice({ code: 'HISTORY_NOT_KEPT', params: { cause } }, 'zh')
  expect([said('full'), said('refused')]).toEqual([
    'HISTORY_NOT_KEPT: 磁盘快满了：正文已经存好，但没能留下历史版本。请腾出一些空间。',
    'HISTORY_NOT_KEPT: 正文已经存好，但程序的数据文件夹不能写，没能留下历史版本。',
  ])
})

it('a reason says what binds, what has changed since and how near an earlier exchange is', () => {
  const said = [
    describeReason({ code: 'preference', params: { as: 'setting' } }, 'zh'),
    describeReason({ code: 'preference', params: { as: 'constraint' } }, 'zh'),
    describeReason({ code: 'synopsis', params: { stale: false } }, 'zh'),
    describeReason({ code: 'synopsis', params: { stale: true } }, 'zh'),
    describeReason({ code: 'episode', params: { similarity: 0.816 } }, 'zh'),
  ]
  expect(said).toEqual([
    '写作偏好',
    '写作偏好，作为约束',
    '前面章节的梗概',
    '前面章节的梗概；那一章后来改过',
    '与这次相近 0.82',
  ])
})

it('every warning and every reason names its subject in Chinese', () => {
  const notices = samples(warningParams).map((notice) => describeNotice(notice as Notice, 'zh')) // of the declared kinds
  const reasons = samples(reasonParams).map((reason) => describeReason(reason as Reason, 'zh')) // as above
  const said = [...notices, ...reasons]
  expect(said.filter((words) => /undefined|NaN|\[object|\(\)|（）/.test(words))).toEqual([])
  expect(reasons.filter((words) => !/\p{Script=Han}/u.test(words) && words !== 'Lin Yuan')).toEqual([])
  expect(said.length).toBeGreaterThan(80)
})

it('a file that is left out is named with the place of its fault', () => {
  const fault = { code: 'json', params: {} } as const
  const params = { path: '.creonow/rules/terminology.json', line: 3, column: 7, fault }
  expect(describeNotice({ code: 'FILE_LEFT_OUT', params }, 'zh')).toMatch(
    /^FILE_LEFT_OUT: \.creonow\/rules\/terminology\.json 第 3 行第 7 列写法有误（[^（）]+），没有放进去；文件没有被改动。$/,
  )
})

it('every warning is an English sentence behind its code, with its subject and no Chinese', () => {
  const said = samples(warningParams).map(
    (notice) => [notice.code, describeNotice(notice as Notice, 'en')] as const,
  ) // of the declared kinds
  expect(said.length).toBeGreaterThan(Object.keys(warningParams).length)
  for (const [code, words] of said)
    expect(words).toMatch(new RegExp(`^${code}: [^\\p{Script=Han}]{8,}$`, 'u'))
  expect(said.filter(([, words]) => /undefined|NaN/.test(words))).toEqual([])
})

it('one broken entry is named, of several the first and how many', () => {
  const said = (count: number) =>
    describeNotice({ code: 'CODEX_ENTRY_BROKEN', params: { path: 'a.md', count, fault } } as Notice, 'en') // declared so
  expect([said(1), said(3)].map((words) => words.slice(0, words.lastIndexOf(':')))).toEqual([
    'CODEX_ENTRY_BROKEN: Files of codex entries with an error, which were left out: 1. The first is a.md: these fields cannot be understood',
    'CODEX_ENTRY_BROKEN: Files of codex entries with an error, which were left out: 3. The first is a.md: these fields cannot be understood',
  ])
})

it('every reason is in English, with its subject and no Chinese', () => {
  const said = samples(reasonParams).map((reason) => describeReason(reason as Reason, 'en')) // of the declared kinds
  expect(said.filter((words) => /\p{Script=Han}|undefined|NaN/u.test(words) || words.length < 6)).toEqual([])
  const close = (terms: readonly string[]) =>
    describeReason({ code: 'passage', params: { rank: 2, terms } }, 'en')
  expect([close(['lamp', 'tide']), close([])]).toEqual([
    'close to this scene, number 2; lamp, tide',
    'close to this scene, number 2',
  ])
  const synopsis = (stale: boolean) => describeReason({ code: 'synopsis', params: { stale } }, 'en')
  expect([synopsis(false), synopsis(true)]).toEqual([
    'synopsis of an earlier chapter',
    'synopsis of an earlier chapter; that chapter changed since',
  ])
  const found = (side: 'before' | 'after', distance: number) =>
    describeReason({ code: 'in_window', params: { side, distance, key: 'Lin Yuan', shared: false } }, 'en')
  expect([found('before', 0), found('after', 12)]).toEqual([
    '“Lin Yuan” is named at the caret',
    '“Lin Yuan” is named 12 characters after the caret',
  ])
  expect(describeReason({ code: 'past_talk', params: { number: 12, likeness: 0.5 } }, 'en')).toBe(
    'said in message 12 of the talk',
  )
})
