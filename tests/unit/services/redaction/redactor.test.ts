import { describe, expect, test } from 'vitest'
import { createRedactor, marker } from '../../../../main/src/services/redaction/index.ts'

const secret = `sk-${'aB3dE5gH7jK9mN1pQ3sT5'}`
const long = '雾港的夜。'.repeat(20)

describe('createRedactor', () => {
  test('caches a result for its scope alone', async () => {
    const redactor = createRedactor()
    const text = `${long}/home/bob/x ${secret}`
    const manuscript = await redactor.redact(text, 'manuscript')
    const creonow = await redactor.redact(text, 'creonow')
    expect([manuscript.text, creonow.text]).toEqual([
      `${long}/home/bob/x ${marker}`,
      `${long}${marker} ${marker}`,
    ])
    expect(await redactor.redact(text, 'creonow')).toEqual(creonow)
  })

  test('gives a clean text back unchanged, and not another of the same length', async () => {
    const redactor = createRedactor()
    for (const text of [long, `${long}甲`, long, '']) {
      expect(await redactor.redact(text, 'creonow')).toEqual({ text, replacements: [], evidence: [] })
    }
  })

  test('hides a key that was stored after the first reading', async () => {
    let keys: string[] = []
    const redactor = createRedactor({ keys: () => keys })
    const text = `${long}secret-value-42`
    expect((await redactor.redact(text, 'creonow')).text).toBe(text)
    keys = ['secret-value-42']
    expect((await redactor.redact(text, 'creonow')).text).toBe(`${long}${marker}`)
    expect(redactor.redactText(text)).toBe(`${long}${marker}`)
  })

  test('drops cached results when the allow-list changes', async () => {
    const allowed = new Set<string>()
    const redactor = createRedactor({ allow: (found) => allowed.has(found) })
    const text = `${long}${secret}`
    expect((await redactor.redact(text, 'creonow')).text).toBe(`${long}${marker}`)
    allowed.add(secret)
    redactor.forget()
    expect((await redactor.redact(text, 'creonow')).text).toBe(text)
  })

  test('bounds its cache and does not drop what is in use', async () => {
    const scans: string[] = []
    const allow = (found: string) => {
      scans.push(found)
      return false
    }
    const redactor = createRedactor({ cacheEntries: 2, allow })
    const texts = ['A', 'B', 'C'].map((letter) => `${long}sk-${letter.repeat(20)}`)
    for (const index of [0, 1, 0, 2, 0, 1]) await redactor.redact(texts[index] ?? '', 'manuscript')
    // The first stays because it is used in between; the second is scanned again after the third pushed it out.
    expect([...new Set(scans)].map((found) => found[3])).toEqual(['A', 'B', 'C'])
    expect(
      scans
        .map((found) => found[3])
        .join('')
        .replace(/(.)\1*/g, '$1'),
    ).toBe('ABCB')
  })

  test('hides the paths in a message for people, and leaves the prose after them', () => {
    expect(createRedactor().redactText('打不开 C:\\Users\\bob\\a.md。')).toBe(`打不开 ${marker}。`)
  })

  test('does not cache a result for which the supplement had no answer', async () => {
    const answers = [
      Promise.reject(new Error('late')),
      Promise.resolve([{ patternId: 'name', from: 0, to: 2 }]),
    ]
    const failures: string[] = []
    const redactor = createRedactor({
      supplement: () => answers.shift() ?? Promise.resolve([]),
      onSupplementFailure: (cause) => failures.push(cause),
    })
    const read = async () => (await redactor.redact('雾港没有魔法。', 'creonow')).text
    expect([await read(), await read(), await read()]).toEqual([
      '雾港没有魔法。',
      `${marker}没有魔法。`,
      `${marker}没有魔法。`,
    ])
    expect(failures).toEqual(['Error'])
  })

  test('reports a match of the supplement, for the project that requested it', async () => {
    const redactor = createRedactor({
      allow: (exact, projectId) => exact === '雾港' && projectId === 'p2',
      supplement: async () => [{ patternId: 'name', from: 0, to: 2 }],
    })
    const found = (projectId?: string) => redactor.find('雾港没有魔法。', 'manuscript', projectId)
    expect(await found('p1')).toEqual([{ patternId: 'name', from: 0, to: 2 }])
    expect(await found('p2')).toEqual([])
  })

  test('drops cached results when a key replaces another, not when the keys are the same', async () => {
    let keys = ['secret-value-41']
    const redactor = createRedactor({ keys: () => keys })
    const before = redactor.version?.()
    keys = [...keys]
    expect(redactor.version?.()).toBe(before)
    const text = `${long}secret-value-42`
    expect((await redactor.redact(text, 'creonow')).text).toBe(text)
    keys = ['secret-value-42']
    expect((await redactor.redact(text, 'creonow')).text).toBe(`${long}${marker}`)
    expect(redactor.version?.()).toBe((before ?? 0) + 1)
  })
})
