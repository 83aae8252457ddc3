/** Text that has broken editors, counters and parsers before; every text suite runs over it. */
export const strangeTexts: readonly { readonly name: string; readonly text: string }[] = [
  { name: 'empty', text: '' },
  { name: 'white space only', text: ' \u3000\t\r\n\n  ' },
  { name: 'full-width punctuation', text: '“林远？”她问。——没有人答……' },
  { name: 'U+3000 indents', text: '\u3000\u3000林远把信折好。\n\u3000\u3000雾来了。\n' },
  { name: 'CRLF', text: '第一行。\r\n第二行。\r\n' },
  { name: 'mixed endings', text: '甲\r\n乙\n丙\r丁\n\r\n' },
  { name: 'BOM inside', text: '\uFEFF第一章\n正文' },
  { name: 'surrogate pairs', text: '𠮷野家的𡨸本，𝒳。' },
  { name: 'ZWJ emoji', text: '一家人👨‍👩‍👧‍👦在海边🇨🇳。' },
  { name: 'lone surrogate', text: '坏\uD83D字' },
  { name: 'special token', text: '<|endoftext|>林远<|im_start|>' },
  { name: 'paragraph without punctuation', text: '雾港'.repeat(2500) },
  { name: 'one repeated letter', text: 'a'.repeat(5000) },
  { name: 'slash after newline', text: '甲\n/乙\n //丙\n\n\n/丁' },
]
