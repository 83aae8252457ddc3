import { expect, test } from 'vitest'
import { chooseHost, type HostQuestion } from '../../../scripts/start/chooseHost.ts'
import { parseStartOptions } from '../../../scripts/start/options.ts'

const desktop: HostQuestion = {
  web: false,
  portGiven: false,
  platform: 'linux',
  env: { DISPLAY: ':0' },
  isRoot: false,
  findElectron: () => ({ path: '/e/electron' }),
}
const never = () => {
  throw new Error('asked for Electron although it cannot be used')
}

test('Electron opens where there is a screen and a program', () => {
  const expected = { host: 'electron', path: '/e/electron', reason: 'usable' }
  expect(chooseHost(desktop)).toEqual(expected)
  expect(chooseHost({ ...desktop, env: { WAYLAND_DISPLAY: 'wayland-0' } })).toEqual(expected)
  expect(chooseHost({ ...desktop, platform: 'darwin', env: {}, isRoot: true })).toEqual(expected)
})

test('nothing is downloaded where Electron cannot run anyway', () => {
  const cannot: readonly Partial<HostQuestion>[] = [
    { web: true },
    { portGiven: true },
    { env: {} },
    { isRoot: true },
  ]
  expect(cannot.map((change) => chooseHost({ ...desktop, ...change, findElectron: never }).reason)).toEqual([
    'asked',
    'port',
    'noScreen',
    'root',
  ])
})

test('a missing program leads to the browser with the reason', () => {
  expect(chooseHost({ ...desktop, findElectron: () => ({ missing: 'notDownloaded' }) })).toEqual({
    host: 'web',
    reason: 'notDownloaded',
  })
})

test('options are read, and a wrong one is refused with a sentence', () => {
  expect(parseStartOptions(['--web', '--port', '0', '--data', '书 房', '--json'])).toEqual({
    web: true,
    port: 0,
    data: '书 房',
    json: true,
  })
  expect(parseStartOptions([])).toEqual({ web: false, port: undefined, data: undefined, json: false })
  for (const args of [
    ['--port', '70000'],
    ['--port', '-1'],
    ['--port', 'x'],
    ['--prot', '1'],
    ['x'],
    ['--data='],
  ]) {
    expect(() => parseStartOptions(args)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
  }
})
