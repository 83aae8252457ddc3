/** The readings of each character, with tones, by a space between; the package ships no types for this file. */
declare module 'pinyin-pro/dist/esm/data/dict1.mjs' {
  const readings: { get(character: string): string | undefined }
  export default readings
}
