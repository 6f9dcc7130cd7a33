/** Words by which questions ask for something besides the field; they are corrected as those of the vocabulary are. */
export const spellerExtraWords: readonly string[] = (
  'speaks speaking spanish portuguese mandarin cantonese chinese russian arabic french hindi creole haitian vietnamese korean ' +
  'tagalog polish italian german japanese farsi persian urdu bengali gujarati punjabi khmer cambodian somali swahili amharic ' +
  'greek hebrew ukrainian turkish armenian nepali tamil telugu hmong romanian ' +
  'pero gran cosa cosas female male woman telehealth telemedicine virtual online video accepting patients insurance accepts takes'
).split(' ')
