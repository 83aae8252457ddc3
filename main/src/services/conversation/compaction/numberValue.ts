const digits = '零一二三四五六七八九'
const powers: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 }
const largePowers: Readonly<Record<string, number>> = { 万: 10_000, 亿: 100_000_000 }

/**
 * What a number as written stands for, so that 三十 and 30 are the same: the value of digits or Chinese numerals; a
 * row of numerals without a power is read digit by digit (二〇二六). A unit behind it does not count.
 */
export function numberValue(written: string): number {
  const text = written.replaceAll('〇', '零').replaceAll('两', '二').replaceAll(',', '')
  const [numerals = ''] = /^[零一二三四五六七八九十百千万亿]+/.exec(text) ?? []
  if (numerals === '') return Number.parseFloat(text)
  if (!/[十百千万亿]/.test(numerals))
    return Number([...numerals].map((digit) => digits.indexOf(digit)).join(''))
  let [all, group, digit] = [0, 0, 0]
  for (const char of numerals) {
    const power = powers[char]
    const largePower = largePowers[char]
    if (power !== undefined) {
      // 十五 is fifteen; 一百零十 is nothing that anybody writes.
      group += (digit || 1) * power
      digit = 0
    } else if (largePower !== undefined) {
      const below = group + digit
      all = largePower > all ? (all + below || 1) * largePower : all + below * largePower
      group = 0
      digit = 0
    } else digit = digits.indexOf(char)
  }
  return all + group + digit
}
