import type { Pattern } from './patterns.ts'

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** 身份证号: region, date of birth, order, and the check digit of GB 11643 (ISO 7064, MOD 11-2). */
export const identityNumber: Pattern = {
  patternId: 'identity-number',
  kind: 'secret',
  where: 'text',
  find: /(?<![A-Za-z0-9_]|[0-9][.,])[1-9][0-9]{5}(?:18|19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])[0-9]{3}[0-9Xx](?![A-Za-z0-9_]|[.,][0-9])/g,
  end: (_text, from) => from + 18,
  accept: (exact) => checkDigit(exact) === exact.charAt(17).toUpperCase(),
}

function checkDigit(digits: string): string | undefined {
  const sum = weights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  return '10X98765432'[sum % 11]
}
