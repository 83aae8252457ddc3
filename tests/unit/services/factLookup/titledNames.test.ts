import { expect, test } from 'vitest'
import { holderOf, titledIn } from '../../../../main/src/services/factLookup/titledNames.ts'

const person = (name: string, body = '', ...aliases: string[]) => ({
  id: name,
  names: [name, ...aliases],
  body,
})
const holder = (text: string, people: ReturnType<typeof person>[], ...texts: string[]) => {
  const [titled] = titledIn(text)
  const found = titled && holderOf(titled, people, texts)
  return found?.kind === 'person' ? found.id : found?.kind
}

test('a title is found with the surname before it, and without one behind any other character', () => {
  const text = '那天霍老板来了，茶馆老板说：老板娘不在，老板们都走了。沈先生？'
  expect(
    titledIn(text).map((found) => [found.text, found.surname, text.slice(found.from, found.to)]),
  ).toEqual([
    ['霍老板', '霍', '霍老板'],
    ['老板', '', '老板'],
    ['老板娘', '', '老板娘'],
    ['沈先生', '沈', '沈先生'],
  ])
})

test('a title with a surname is for the one whose card, alias or sentence has it, and for nobody else of the family', () => {
  const huo = person('霍青山')
  const brother = person('霍青河', '青山的弟弟。')
  const boss = person('霍青山', '雾港茶馆的老板，四十来岁。')
  expect([
    holder('霍老板', [boss]),
    holder('霍老板', [boss, brother]),
    holder('霍老板', [person('霍青山', '', '老板')]),
    holder('霍老板', [person('霍青山', '人们叫他霍老板。')]),
    holder('霍老板', [person('霍青山', '雾港人。大家都称他为“霍老板”。')]),
    holder('霍老板', [person('霍青山', '霍老板，四十来岁。')]),
    holder('霍老板', [person('霍青山', '人们叫他霍老板。'), person('霍小红', '霍老板的独生女。')]),
    holder('霍老板', [huo, brother], '霍老板，本名霍青山。'),
    holder('霍老板', [huo], '门外站着霍老板（霍青山）。'),
  ]).toEqual(Array(9).fill('霍青山'))
})

test('whoever has somebody with a title on the card is not the one who has the title', () => {
  const huo = person('霍青山', '四十来岁。')
  expect([
    holder('霍老板', [huo, person('霍小红', '霍老板的独生女，十七岁。')]),
    holder('霍老板', [huo, person('霍忠', '老仆，跟了霍老板三十年，从不叫霍老板的名字。')]),
    holder('霍老板', [huo, person('霍小红', '十七岁，父亲是茶馆老板。')]),
    holder('老板', [huo, person('霍小红', '茶馆老板的女儿，父亲是老板。')]),
    holder('老师', [person('霍青山', '雾港人，拜过一位老师。')]),
    holder('老板娘', [person('霍青山', '雾港人，娶了茶馆的老板娘。')]),
  ]).toEqual(['unsure', 'unsure', 'unsure', 'nobody', 'nobody', 'nobody'])
})

test('a title is for nobody in particular where nothing ties it to one person', () => {
  const huo = person('霍青山')
  const [boss, other] = [person('霍青山', '茶馆老板。'), person('霍青河', '船行老板。')]
  expect([
    holder('霍老板', [huo]),
    holder('霍老板', [boss, other]),
    // They are two.
    holder('霍老板', [huo], '霍青山、霍老板都来了。', '霍老板就是霍青山杀的。', '霍老板叫霍青山进来。'),
    holder('霍老板', [person('霍青山', '怕老板。')]),
    holder('老板', [boss, other]),
    holder('老板', [huo]),
    holder('王老板', [boss]),
    holder('太太', [person('贾母', '荣国府的老太太。', '老太太')]),
    holder('老板', [boss, person('王五', '给老板赶车。')]),
  ]).toEqual(['unsure', 'unsure', 'unsure', 'unsure', 'unsure', 'nobody', 'nobody', 'nobody', '霍青山'])
})
