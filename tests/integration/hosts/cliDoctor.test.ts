import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { defaultSettings } from '../../../main/src/services/settings/index.ts'
import { brokenSetUps, startVendor } from '../../support/brokenSetUps.ts'
import { beginStream, endStream, sendDelta } from '../../support/chatServer.ts'
import { creonowHere } from '../../support/commandHere.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

test('doctor asks each service as the test button does, and says the same sentence in the language asked for', async () => {
  const data = await mkdtemp(join(tmpdir(), 'doctor-'))
  closing.push(() => rm(data, { recursive: true, force: true }))
  // No key is stored here, so these are the ones that fail before a key is asked for, and the one without.
  const wanted = ['no /v1', 'no key', 'no balance', 'the page of a proxy', 'no network', 'no streaming']
  const broken = brokenSetUps.filter(({ name }) => wanted.includes(name))
  const started = await Promise.all(broken.map(({ start }) => start()))
  const well = await startVendor((response) => {
    beginStream(response)
    sendDelta(response, '好', 'stop')
    endStream(response)
  })
  closing.push(well.close, ...started.map(({ close }) => close))
  const providers = [...started, { baseUrl: `${well.address}/v1` }].map(({ baseUrl }, i) => ({
    ...{ id: `s${i}`, name: `服务 ${i}`, baseUrl, models: ['m'] },
  }))
  await mkdir(data, { recursive: true })
  await writeFile(join(data, 'settings.json'), JSON.stringify({ version: 1, ...defaultSettings, providers }))
  for (const language of ['zh', 'en'] as const) {
    const { code, stdout } = await creonowHere(['doctor', '--lang', language], data)
    const lines = stdout.split('\n').filter((line) => line.includes('services/s'))
    expect([code, lines.length]).toEqual([0, broken.length + 1])
    for (const [i, one] of broken.entries()) expect(lines[i], one.name).toMatch(one[language])
    expect(lines.at(-1)).toContain(language === 'zh' ? '好　services/s6　m 可以用' : 'm can be used')
    expect(stdout).not.toContain('AI_')
  }
})
