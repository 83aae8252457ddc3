import { expect, test } from 'vitest'
import { createLogger } from '../../../main/src/lib/logger.ts'

test('a line has each name once, also when a field is called as one of the line’s own', () => {
  const lines: string[] = []
  const logger = createLogger({ destination: { write: (line: string) => void lines.push(line) } })
  logger.warn({ source: 's', level: 'short', text: '秘密' }, 'shortened')
  logger.info({ level: 'name' }, 'x')
  expect(lines.map((line) => line.match(/"level":/g)?.length)).toEqual([1, 1])
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 40,
    source: 's',
    ownLevel: 'short',
    text: '***REDACTED***',
    msg: 'shortened',
  })
})
