import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export interface Novel {
  readonly name: string
  readonly bytes: Buffer
  readonly fronts: number
  readonly chapters: number
}

const wanted = [
  { name: '三国演义', fronts: 1, chapters: 120 },
  { name: '红楼梦', fronts: 1, chapters: 120 },
  { name: 'pride-and-prejudice', fronts: 0, chapters: 61 },
] as const

/** The real novels where they lie on this machine, else generated ones with the same traps. */
export function novels(): readonly Novel[] {
  const folders = [process.env.CREONOW_NOVELS, resolve(import.meta.dirname, '../../../../../shared/novels')]
  return wanted.map(({ name, ...counts }) => {
    const path = folders.filter((folder) => folder).map((folder) => join(folder ?? '', `${name}.txt`))
    const found = path.find((candidate) => existsSync(candidate))
    const bytes = found ? readFileSync(found) : Buffer.from(counts.fronts ? chinese() : english())
    return { name: found ? name : `${name} (generated)`, bytes, ...counts }
  })
}

const digits = '零一二三四五六七八九'

/** 120 回 in CRLF: two headings quoted in the text, a prose line like a heading, a damaged heading, 一零零. */
function chinese(): string {
  const chapter = (number: number) => {
    const written =
      number < 100 ? tens(number) : [...String(number)].map((digit) => digits[Number(digit)]).join('')
    const heading = `第${written}回  雾${number}初起?港灯明　林远${number}夜归舟未还`
    const body = `    \t\t\r\n\r\n    话说林远那夜归来，雾已漫过石阶．\r\n\r\n`
    const traps: Readonly<Record<number, string>> = {
      5: '    第四回中既将旧事略已表明，此回则暂不能写矣．\r\n\r\n',
      38: `    第三十八回雾38初起港灯明林远38夜归舟未还——\r\n\r\n`,
      119: `    第一一九回雾119初起港灯明林远119夜归舟未还——\r\n\r\n`,
    }
    return `${heading}\r\n\r\n${body.repeat(8)}${traps[number] ?? ''}${body}\r\n`
  }
  return `《雾港》某人\r\n\r\n\r\n${Array.from({ length: 120 }, (_, index) => chapter(index + 1)).join('')}`
}

function tens(number: number): string {
  const ten = Math.floor(number / 10)
  const one = number % 10 === 0 ? '' : (digits[number % 10] ?? '')
  return ten === 0 ? one : `${ten === 1 ? '' : digits[ten]}十${one}`
}

function english(): string {
  const body = 'He had read it twice, and in\nChapter 3 was where he had stopped; the fog came in.\n\n'
  return Array.from({ length: 61 }, (_, index) => `Chapter ${index + 1}\n\n\n${body.repeat(6)}\n`).join('')
}
