import americanAff from '../../../../node_modules/dictionary-en/index.aff?raw'
import americanDic from '../../../../node_modules/dictionary-en/index.dic?raw'
import britishAff from '../../../../node_modules/dictionary-en-gb/index.aff?raw'
import britishDic from '../../../../node_modules/dictionary-en-gb/index.dic?raw'
import { createDictionary } from './dictionary.ts'
import { answerOf, type Question } from './dictionaryMessages.ts'

// A worker of the page: reading the dictionaries takes half a second, a suggestion up to 50 ms.

const dictionary = createDictionary([
  { aff: americanAff, dic: americanDic },
  { aff: britishAff, dic: britishDic },
])

addEventListener('message', ({ data }: MessageEvent<Question>) => postMessage(answerOf(data, dictionary)))
