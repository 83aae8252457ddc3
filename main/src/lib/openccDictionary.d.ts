/** Pairs of one Traditional and one Simplified character, `萬 万|與 与|…`; the package ships no types for it. */
declare module 'opencc-js/dict/TSCharacters' {
  const pairs: string
  export default pairs
}
