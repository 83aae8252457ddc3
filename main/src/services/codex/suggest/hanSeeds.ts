import { noNames, otherPatterns, speakers } from '../nameWords.ts'
import {
  factionEnds,
  isHan,
  isNoName,
  isNoPlace,
  itemEnds,
  locationEnds,
  noFirstPlace,
  placeVerbs,
  towards,
} from './hanWords.ts'

/** Why a word of a chapter may be a name. */
export interface Seed {
  /** Times in the position of a speaker, or as a surname with a title. */
  people: number
  /** Of these, times before a verb of speech. */
  speech: number
  /** Times behind a word that only places or things follow. */
  place: number
  /** Times behind 唤做, 名唤, 绰号. */
  named: number
  /** Times with a last character of places or things. */
  ends: number
}

/** `called`: 沈伯, 凤姑娘; the other pattern is of Latin letters. */
const called = otherPatterns[0]
const naming =
  /(?:唤做|唤作|名唤|叫做|叫作|绰号|人称|名曰|名为|号为|地名|名叫|唤名|乃是|便是|即是)[“「『]?([\p{Script=Han}]{2,5})(?=[，。；：！？”」』、])/gu

/** 姓刘，名备，字玄德: how a book introduces people. */
const introduced = /(?:[，；、。]|表)字([\p{Script=Han}]{2})(?=[，。；：、])/gu

/** Every word of a chapter that could be a name, by its position and its last character; linear in the text. */
export function hanSeeds(text: string): Map<string, Seed> {
  const seeds = new Map<string, Seed>()
  const seedOf = (word: string): Seed => {
    const known = seeds.get(word)
    if (known) return known
    const seed = { people: 0, speech: 0, place: 0, named: 0, ends: 0 }
    seeds.set(word, seed)
    return seed
  }
  addPeople(text, seedOf)
  for (const { 1: word = '' } of text.matchAll(naming)) seedOf(word).named += 1
  for (const { 1: word = '' } of text.matchAll(introduced)) if (!noNames.has(word)) seedOf(word).people += 1
  addPlaces(text, seedOf)
  return seeds
}

/** Each place counts once, whatever the patterns it fits. */
function addPeople(text: string, seedOf: (word: string) => Seed): void {
  const speaking = new Set<number>()
  for (const pattern of speakers)
    for (const { 0: word, index } of text.matchAll(pattern)) {
      if (noNames.has(word)) continue
      const seed = seedOf(word)
      seed.people += 1
      if (!speaking.has(index)) seed.speech += 1
      speaking.add(index)
    }
  for (const { 0: word } of called === undefined ? [] : text.matchAll(called))
    if (!noNames.has(word)) seedOf(word).people += 1
}

const longestPlace = 5
const isVerb = (unit: number) => placeVerbs.has(unit) || towards.has(unit)

function addPlaces(text: string, seedOf: (word: string) => Seed): void {
  /** Where the run of characters that a name may have begins. */
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (!isHan(unit) || isNoPlace(unit)) {
      from = at + 1
      continue
    }
    if (locationEnds.has(unit) || itemEnds.has(unit) || factionEnds.has(unit)) {
      for (let start = Math.max(from, at - longestPlace + 1); start < at; start += 1)
        if (!noFirstPlace.has(text.charCodeAt(start))) seedOf(text.slice(start, at + 1)).ends += 1
    }
    if (at > 0 && isVerb(text.charCodeAt(at - 1)) && !noFirstPlace.has(unit)) {
      for (const length of [2, 3]) {
        const next = text.charCodeAt(at + length)
        const last = text.charCodeAt(at + length - 1)
        if (!isHan(last) || isNoPlace(last)) break
        if (!isHan(next) || isNoName(next)) seedOf(text.slice(at, at + length)).place += 1
      }
    }
  }
}
