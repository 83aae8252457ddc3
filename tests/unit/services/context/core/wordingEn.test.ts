import { expect, test } from 'vitest'
import {
  type Notice,
  type Reason,
  reasonParams,
  warningParams,
} from '../../../../../main/src/contract/warnings.ts'
import {
  describeNoticeEn,
  describeReasonEn,
} from '../../../../../main/src/services/context/core/wordingEn.ts'
import { fault, samples } from '../../../../support/codedSamples.ts'

test('every warning is an English sentence behind its code, with its subject and no Chinese', () => {
  const said = samples(warningParams).map(
    (notice) => [notice.code, describeNoticeEn(notice as Notice)] as const,
  ) // of the declared kinds
  expect(said.length).toBeGreaterThan(Object.keys(warningParams).length)
  for (const [code, words] of said)
    expect(words).toMatch(new RegExp(`^${code}: [^\\p{Script=Han}]{8,}$`, 'u'))
  expect(said.filter(([, words]) => /undefined|NaN/.test(words))).toEqual([])
})

test('one broken entry is named, of several the first and how many', () => {
  const said = (count: number) =>
    describeNoticeEn({ code: 'CODEX_ENTRY_BROKEN', params: { path: 'a.md', count, fault } } as Notice) // declared so
  expect([said(1), said(3)].map((words) => words.slice(0, words.indexOf(' (')))).toEqual([
    'CODEX_ENTRY_BROKEN: a.md has an error and was left out',
    'CODEX_ENTRY_BROKEN: a.md and others, 3 files in all, have errors and were left out',
  ])
})

test('every reason is in English, with its subject and no Chinese', () => {
  const said = samples(reasonParams).map((reason) => describeReasonEn(reason as Reason)) // of the declared kinds
  expect(said.filter((words) => /\p{Script=Han}|undefined|NaN/u.test(words) || words.length < 6)).toEqual([])
  const close = (terms: readonly string[]) =>
    describeReasonEn({ code: 'passage', params: { rank: 2, terms } })
  expect([close(['lamp', 'tide']), close([])]).toEqual([
    'shares with this scene: lamp, tide (number 2)',
    'close in meaning to this scene (number 2)',
  ])
  const synopsis = (stale: boolean) => describeReasonEn({ code: 'synopsis', params: { stale } })
  expect([synopsis(false), synopsis(true)]).toEqual([
    'synopsis of an earlier chapter',
    'synopsis of an earlier chapter (that chapter changed since)',
  ])
  const found = (side: 'before' | 'after', distance: number) =>
    describeReasonEn({ code: 'in_window', params: { side, distance, key: 'Lin Yuan', shared: false } })
  expect([found('before', 0), found('after', 12)]).toEqual([
    '“Lin Yuan” is named at the cursor',
    '“Lin Yuan” is named 12 characters after the cursor',
  ])
  expect(describeReasonEn({ code: 'past_talk', params: { number: 12, likeness: 0.5 } })).toBe(
    'said in message 12 of the talk',
  )
})
