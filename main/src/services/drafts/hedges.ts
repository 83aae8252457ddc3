/** Words with which a sentence denies, threatens, supposes or dreams what it names. */
const words = {
  zh: /没|未|不曾|并非|并不|不是|不会|不肯|不再|不能|若|倘|如果|要是|除非|否则|休想|再敢|就要|定要|必要|将要|打算|想要|梦|幻|仿佛|好像|险些|差点|几乎|以为|据说|听说|传言|假装|佯/u,
  en: /\b(?:not|never|nor|no longer|if|unless|would|could|should|might|meant to|threaten\w*|swor\w*|vow\w*|dream\w*|vision|as though|seem\w*|almost|nearly|rumou?r\w*|suppos\w*|pretend\w*|imagin\w*|wish\w*)\b|n['’]t\b/iu,
} as const

/** Whether a sentence may name what has not happened. In doubt it may: the author reads it then. */
export const isHedged = (quote: string): boolean => words.zh.test(quote) || words.en.test(quote)
