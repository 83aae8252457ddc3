import { expect, test } from 'vitest'
import { type PortableQuestion, portableDataFolder } from '../../../main/src/hosts/electron/portable.ts'

const on = (platform: NodeJS.Platform, program: string, more: Partial<PortableQuestion> = {}) =>
  portableDataFolder({ platform, program, env: {}, isFolder: () => true, ...more })

test('a folder data beside the program is where its data is, on each system', () => {
  expect([
    on('linux', '/媒体/u盘/CreoNow/creonow'),
    on('win32', 'E:\\写作\\CreoNow\\CreoNow.exe'),
    on('darwin', '/Volumes/u/CreoNow.app/Contents/MacOS/CreoNow'),
  ]).toEqual(['/媒体/u盘/CreoNow/data', 'E:\\写作\\CreoNow\\data', '/Volumes/u/data'])
})

test('a program that unpacks itself elsewhere is portable where it lies itself', () => {
  const unpacked = { APPIMAGE: '/home/linyuan/u/CreoNow.AppImage' }
  const portable = { PORTABLE_EXECUTABLE_DIR: 'E:\\写作' }
  expect([
    on('linux', '/tmp/.mount_Creo/creonow', { env: unpacked }),
    on('win32', 'C:\\Users\\linyuan\\AppData\\Local\\Temp\\x\\CreoNow.exe', { env: portable }),
  ]).toEqual(['/home/linyuan/u/data', 'E:\\写作\\data'])
})

test('without the folder the data is where the system has it, unless the environment asks for it', () => {
  const looked: string[] = []
  const isFolder = (path: string) => looked.push(path) < 0
  expect([
    on('linux', '/opt/CreoNow/creonow', { isFolder }),
    on('linux', '/opt/CreoNow/creonow', { isFolder, env: { CREONOW_PORTABLE: '0' } }),
    on('linux', '/opt/CreoNow/creonow', { isFolder, env: { CREONOW_PORTABLE: '1' } }),
    looked,
  ]).toEqual([undefined, undefined, '/opt/CreoNow/data', ['/opt/CreoNow/data', '/opt/CreoNow/data']])
})
