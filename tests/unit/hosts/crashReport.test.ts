import { expect, test } from 'vitest'
import { crashReport, crashWords } from '../../../main/src/hosts/crashReport.ts'
import { programFacts } from '../../support/desktopHost.ts'

const head = 'CreoNow 1.2.3\nlinux x64\nElectron 45.4.1\n2026-11-28T12:00:00.000Z\n\n'
/** An error of the program with this stack, whose message stands above it. */
const failed = (message: string, places: readonly string[], more: object = {}) =>
  Object.assign(new TypeError(message), { stack: `TypeError: ${message}\n${places.join('\n')}`, ...more })

test('a report names the program, the kind of the error, its code and its places below the folder of the program', () => {
  const error = failed(
    '写不进去',
    [
      '    at saveChapter (file:///home/linyuan/CreoNow/resources/app.asar/out/main/services/manuscript/save.js:12:5)',
      '    at async Promise.all (index 0)',
      '    at async Object.answer (C:\\Users\\林远\\CreoNow\\resources\\app.asar\\out\\main\\ipc\\router.js:3:9)',
      '    at node:internal/process/task_queues:105:5',
      '    at x (/home/linyuan/CreoNow/resources/app.asar/node_modules/@scope/p-q/index.js:1:2)',
    ],
    { code: 'ENOSPC' },
  )
  expect(crashReport({ kind: 'program', error }, programFacts)).toBe(
    `${head}program: TypeError ENOSPC
  at saveChapter out/main/services/manuscript/save.js:12:5
  at …
  at Object.answer out/main/ipc/router.js:3:9
  at node:internal/process/task_queues:105:5
  at x node_modules/@scope/p-q/index.js:1:2`,
  )
})

test('no word of the book gets into a report: not by message, name, code, function, file or a lying stack', () => {
  const planted = [
    '林远没有回头',
    'Mr Utterson',
    '/home/linyuan/雾港来信/manuscript/001.md',
    'sk-live-1234567890',
  ]
  const reports = planted.flatMap((words) => {
    const stacks = [
      [`    at ${words} (file:///x/out/main/a.js:1:1)`],
      [`    at Object.${words} [as ${words}] (/x/书/${words}.js:1:1)`],
      [`    at f (${words}:1:1)`],
      [`    at ${words}`],
    ]
    const errors = stacks.map((places) => failed(`${words}\n    at ${words} (out/main/b.js:1:1)`, places))
    const named = Object.assign(failed(words, []), { name: words, code: words })
    return [...errors, named, words].map((error) => crashReport({ kind: 'program', error }, programFacts))
  })
  const gone = planted.map((reason) => crashReport({ kind: 'page', reason, exitCode: 5 }, programFacts))
  const all = [...reports, ...gone]
  expect(all.length).toBe(28)
  expect(all.filter((report) => planted.some((words) => report.includes(words)))).toEqual([])
  expect(all.filter((report) => /林远|Utterson|linyuan|sk-live/.test(report))).toEqual([])
})

test('a page that ended is named with Electron’s word for it', () => {
  expect(crashReport({ kind: 'page', reason: 'oom', exitCode: 133 }, programFacts)).toBe(
    `${head}page: oom, 133`,
  )
})

test('every word around a report is there in both languages', () => {
  for (const { zh, en } of Object.values(crashWords))
    expect([/\p{Script=Han}/u.test(zh), /^[ -~]+$/.test(en)]).toEqual([true, true])
})
