const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

/** Forms of address, without their full stop. */
export const titlesOfMen = setOf(
  'Mr Sir Lord Father Brother Uncle Grandfather Monsieur Herr Don Signor Master King Prince Count Baron Duke',
)
/** Those of women. */
export const titlesOfWomen = setOf(
  'Mrs Miss Ms Lady Madam Madame Mademoiselle Aunt Grandmother Sister Mother Frau Fraulein Donna Queen Princess Countess Baroness Duchess Dame',
)
/** Those of either. */
export const otherTitles = setOf(
  'Dr Doctor Captain Colonel General Major Lieutenant Sergeant Corporal Inspector Detective Constable Trooper Private Professor Judge Justice Reverend Rev Saint Cousin President Senator Chief Commander Admiral Officer Agent Bishop Abbot Emperor Mx',
)
/** Last words of the names of places. */
export const placeNouns = setOf(
  `House Street Inn Inns Court Courts Lane Square Park Hall Yard Bridge Road Row Place Hill Hills Castle Abbey Lodge Farm Garden Gardens Field Fields
  Market Church Cathedral Chapel Station Hotel Tavern Island Islands Isle River Lake Lakes Sea Ocean Mountain Mountains Mount Valley Forest Woods Green County City
  Town Village Heath Terrace Buildings Palace Tower Towers Temple Prospect Avenue Embankment Canal Port Bay Cape Gate Gates Wold Cross Alley Wharf School
  University College Hospital Library Prison Asylum Cemetery Manor Mansion Cottage Grange Priory Creek Falls Harbour Harbor Coast Desert Plains Kingdom
  Empire Ostrov Islet Quay Crescent Mews Theatre Museum Academy Arms Room Chambers Keep Citadel Fortress Ridge Pass Peak Marsh Moor Vale Glen Dale`,
)
/** Last words of the names of people who act together. */
export const factionNouns = setOf(
  `Company Society Bank Club Guild Order Brotherhood Sisterhood Army Regiment Guard Guards Parliament Committee Council Department Ministry Association
  Institute League Union Party Alliance Federation Clan Tribe Legion Office Commission Board Bureau Agency Police Corps Gang Cult Coven Syndicate`,
)
/** Last words of the names of things. */
export const thingNouns = setOf(
  `Sword Ring Stone Blade Crown Cup Amulet Staff Spear Dagger Orb Map Key Scroll Scrolls Grail Diamond Necklace Bow Shield Mirror Book Codex Horn Lamp
  Mask Axe Hammer Wand Gem Pearl Cloak Chalice Throne Medal Cross Gazette Times Herald Chronicle Engine Ship Express`,
)
/** Capitalised words that are no names. */
export const noLatinNames = setOf(
  `I God Lord Heaven Heavens Providence Bible Christian Christians Christ Jesus Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July
  August September October November December Christmas Easter Michaelmas English French German Germans Russian Russians Irish Scotch Scottish Italian Spanish Greek
  Latin Roman Turkish Jew Jews Polish Pole Poles Dutch Chinese Japanese American Americans Englishman Englishmen Frenchman Frenchwoman European British
  Oh Ah Yes No Well Chapter Part Volume Book Letter Sir Madam Ma'am Mr Mrs Miss Ms Dr Lady My Your His Her Our Their The A An This That And But Or If So It He She We You They
  Honour Majesty Highness Excellency Lordship Ladyship Nature Fate Death Love Time Truth Fortune Reason North South East West Hill Street House Park Court Inn
  Mother Father Papa Mamma Mama Mum Dad Brother Sister Uncle Aunt Grandmother Grandfather Captain Colonel General Doctor Inspector Professor Bench Bar State Esq Esquire Baronet P.S O.K TV FBI CIA`,
)
/** Verbs behind or before who speaks. */
export const speechVerbs = setOf(
  'said says cried cries replied replies asked asks answered answers returned returns exclaimed exclaims inquired inquires whispered whispers muttered mutters added adds observed observes repeated repeats shouted murmured began continued demanded thought told called',
)
/** Words behind who does something. */
export const actions = setOf(
  'was is had has would could did looked looks came comes went goes sat sits stood stands took takes made makes turned turns smiled laughed nodded shook felt knew seemed gave laid put ran walked got never also himself herself',
)
/** Prepositions that a place follows. */
export const placePrepositions = setOf(
  'in at into near through towards toward across round reached left leaving entered outside inside beyond around',
)
/** Prepositions that a place follows, and a person as well. */
export const otherPrepositions = setOf('to from of for by over')
