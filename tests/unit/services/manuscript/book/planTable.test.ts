import { expect, test } from 'vitest'
import { planColumns } from '../../../../../main/src/contract/plans.ts'
import { csvTable } from '../../../../../main/src/lib/csv.ts'
import {
  createPlanTable,
  type PlanTablePorts,
} from '../../../../../main/src/services/manuscript/book/planTable.ts'

type Chapter = Awaited<ReturnType<PlanTablePorts['outline']>>[number]
type Thread = Awaited<ReturnType<PlanTablePorts['threads']>>[number]

const chapter = (documentId: string, rest: Partial<Chapter>): Chapter => ({
  ...{ documentId, path: null, kind: 'chapter', title: '', chapterNumber: 1, characters: 0, words: 0 },
  ...{ hash: '0'.repeat(64), ...rest },
})
const thread = (title: string, rest: Partial<Thread>): Thread => ({
  ...{ id: title, title, state: 'planted', people: [], from: null, due: null, knownBy: null },
  ...{ overdue: false, marks: [], ...rest },
})
const place = { documentId: 'c_1', chapterTitle: '', from: 0, to: 1 }

const ports: PlanTablePorts = {
  outline: async () => [
    chapter('manuscript/000-卷首.md', { kind: 'front', title: '卷首' }),
    chapter('c_1', {
      title: '夜渡',
      words: 1204,
      status: 'draft',
      label: '=cmd|x',
      volume: { title: '卷一', index: 1 },
    }),
    chapter('c_2', { title: '断桥，"旧信"', chapterNumber: 2, planned: true, status: '待查' }),
  ],
  book: async () => ({
    version: 1,
    volumes: [],
    chapters: [
      {
        id: 'c_1',
        plan: {
          text: '渡江\n无灯',
          beats: [
            { id: 'b_1', text: '上船', written: { at: '' } },
            { id: 'b_2', text: '靠岸' },
          ],
        },
      },
      { id: 'c_2' },
    ],
  }),
  povOf: async (_, documentId) => (documentId === 'c_1' ? 'song' : '路人'),
  names: async () => new Map([['song', '宋江']]),
  synopses: async () => new Map([['c_1', '宋江渡江。']]),
  threads: async () => [
    thread('那封信', { due: 'c_2', marks: [{ id: 'm', role: 'planted', exact: '信', place }] }),
    thread('袖里刀', { due: 'c_2', state: 'paid' }),
  ],
}

test('the table of a plan has a row for each chapter and a cell for each column, quoted for a spreadsheet', async () => {
  const table = createPlanTable(ports)
  expect(await table('p', planColumns, 'zh')).toBe(
    [
      '\uFEFF章,标题,卷,状态,标签,视角,字数,这一章要写什么,步骤,梗概,伏笔,该收的伏笔',
      `1,夜渡,卷一,初稿,'=cmd|x,宋江,1204,"渡江\n无灯","1. ✓ 上船\n2. 靠岸",宋江渡江。,那封信,`,
      '2,"断桥，""旧信""",,待查,,路人,0,,,,,那封信',
      '',
    ].join('\r\n'),
  )
  expect((await table('p', ['status', 'title'], 'en')).split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFStatus,Title',
    'First draft,夜渡',
  ])
})

test('the table reads nothing that no column of it shows', async () => {
  const refuse = async () => {
    throw new Error('read')
  }
  const table = createPlanTable({ ...ports, povOf: refuse, names: refuse, synopses: refuse, threads: refuse })
  expect(await table('p', ['number'], 'zh')).toBe('\uFEFF章\r\n1\r\n2\r\n')
})

test('no cell of a CSV file begins as a formula does, in any width', () => {
  const formulas = ['=1+1', '+1', '-1', '@SUM', '＝1', '＋1', '－1', '＠x', '\t=1', '\r=1', '\n=1']
  const rows = csvTable([formulas, ['——破折号', '1-2', '']])
  expect(rows).toBe(
    `\uFEFF'=1+1,'+1,'-1,'@SUM,'＝1,'＋1,'－1,'＠x,'\t=1,"'\r=1","'\n=1"\r\n——破折号,1-2,\r\n`,
  )
})
