/** Words of the spelling. */
export const spelling = {
  menu: '“{{word}}”的拼写',
  searching: '正在找拼写建议…',
  none: '没有拼写建议',
  add: '加入本书的词',
  words: '本书的词',
  wordsHint: '检查拼写时加进来的词，不再画线。',
  remove: '去掉“{{word}}”',
}
