import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAppError, toPayload } from '../../../main/src/lib/appError.ts'
import {
  type DataFolderQuestion,
  dataFolderPath,
  ensureDataFolder,
} from '../../../main/src/lib/dataFolder.ts'
import { temporaryFolder } from '../../support/hostedTestApp.ts'

const linux = { platform: 'linux', env: {}, home: '/home/yan', cwd: '/home/yan/book' } as const
const windows = {
  platform: 'win32',
  env: { APPDATA: 'C:\\Users\\严\\AppData\\Roaming' },
  home: 'C:\\Users\\严',
  cwd: 'D:\\书',
} as const

const cases: readonly (readonly [string, DataFolderQuestion, string])[] = [
  ['Linux without XDG', linux, '/home/yan/.local/share/creonow'],
  ['Linux with XDG', { ...linux, env: { XDG_DATA_HOME: '/data' } }, '/data/creonow'],
  [
    'a relative XDG folder is ignored',
    { ...linux, env: { XDG_DATA_HOME: 'data' } },
    '/home/yan/.local/share/creonow',
  ],
  [
    'an empty XDG folder is ignored',
    { ...linux, env: { XDG_DATA_HOME: '' } },
    '/home/yan/.local/share/creonow',
  ],
  ['macOS', { ...linux, platform: 'darwin' }, '/home/yan/Library/Application Support/CreoNow'],
  ['Windows', windows, 'C:\\Users\\严\\AppData\\Roaming\\CreoNow'],
  ['Windows without APPDATA', { ...windows, env: {} }, 'C:\\Users\\严\\AppData\\Roaming\\CreoNow'],
  [
    'CREONOW_DATA_DIR beats the platform',
    { ...linux, env: { CREONOW_DATA_DIR: '/d', XDG_DATA_HOME: '/x' } },
    '/d',
  ],
  ['--data beats CREONOW_DATA_DIR', { ...linux, env: { CREONOW_DATA_DIR: '/d' }, explicit: '/e' }, '/e'],
  ['a relative --data starts from here', { ...linux, explicit: '../data' }, '/home/yan/data'],
  ['a relative --data on Windows', { ...windows, explicit: '数据' }, 'D:\\书\\数据'],
]

test.each(cases)('the data folder of the platform is found: %s', (_name, question, expected) => {
  expect(dataFolderPath(question)).toBe(expected)
})

test('a new data folder is for this user alone', async () => {
  const folder = await temporaryFolder()
  const made = ensureDataFolder(join(folder.path, 'a', 'b'))
  expect((await stat(made)).mode & 0o777).toBe(0o700)
  await folder.remove()
})

test('a data folder that cannot be made is reported in one clear sentence without the path', () => {
  try {
    ensureDataFolder('/dev/null/x')
    expect.unreachable()
  } catch (error) {
    expect(isAppError(error) && toPayload(error)).toEqual({
      ...{ code: 'IO_ERROR', details: { why: 'dataFolder' } },
      message: '无法建立数据文件夹，请检查权限，或用 --data 指定另一个文件夹。',
    })
  }
})
