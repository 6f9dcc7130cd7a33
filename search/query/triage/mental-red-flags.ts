/** Signs that somebody is a danger to themselves or to others, in the words by which they are told. */
import type { RedFlag } from './red-flag.ts'

export const mentalRedFlags: readonly RedFlag[] = [
  { name: 'suicidal', said: [/\bsuicid(?:al|e|a|o|arme|arse)\b/] },
  {
    name: 'a weapon at hand',
    said: [
      /\b(?:bought|got|have|has|found|loaded|tengo|tiene) (?:a|my|his|her|the|dads|una) (?:gun|rifle|pistol|pistola)\b/,
      /\b(?:im done|done with (?:life|everything)|depress\w*|cant go on|hopeless\w*|end(?:ing)?|goodbye|deprimid[ao])\b/,
    ],
    sure: true,
  },
  {
    name: 'kill oneself',
    said: [/\b(?:kill|killing|unalive|hang|hanging|shoot|shooting) (?:my|him|her|them|your) ?sel(?:f|ves)\b/],
    sure: true,
  },
  {
    name: 'end a life',
    said: [
      /\b(?:end|ending|take|taking) (?:my|his|her|their) (?:own )?li(?:fe|ves)\b|\b(?:wants?|wanna|going|gonna|ready|plan\w*|about|decided|intend\w*|trying) to (?:die|end it)\b(?! (?:at|in) (?:\S+ )?home\b| with\b)|\bend(?:ing)? it (?:all|tonight|today|now)\b|\b(?:going|gonna|want|wants|wanna|plan\w*) to kill\b/,
    ],
    sure: true,
  },
  {
    name: 'no will to live',
    said: [
      /\b(?:dont|not|no longer|doesnt) (?:want to|wanna) (?:live|be alive|be here anymore|wake up)\b|\bbetter off dead\b|\b(?:no|nothing) (?:reason|left) to live\b|\bcant go on living\b/,
    ],
    sure: true,
  },
  {
    name: 'urge to hurt',
    said: [
      /\b(?:want|wants|wanna|urges?|thoughts?|thinking|feel|feels|going|gonna|plan\w*|afraid|scared|might|threat\w*) (?:\S+ ){0,3}(?:hurt|harm|cut|hang|shoot|kill)(?:ing)? (?:(?:my|him|her|them)sel(?:f|ves)|(?:my|our|his|her|the) (?:baby|babies|kids?|child(?:ren)?|son|daughter|wife|husband|family)|someone|somebody|people|others)\b/,
    ],
    sure: true,
  },
  {
    name: 'will to die, in Spanish',
    said: [
      /\b(?:quier[eo]|voy a|va a|ganas de) (?:morir|matar)\w*\b(?! en (?:\S+ )?(?:casa|hogar)\b)|\b(?:me|se) (?:quier[eo]|va a|voy a) (?:morir|matar|hacer dano|suicidar|quitar la vida)\b/,
    ],
    sure: true,
  },
  {
    name: 'voices, or means in Spanish',
    said: [
      /\bvoices? (?:\S+ ){0,4}(?:kill|hurt|die)\b|\bquitar(?:me|se|le)? la vida\b|\b(?:acabar|terminar) con (?:todo|(?:mi|su) (?:propia )?vida)\b|\bno (?:quier[eo]|desea) (?:seguir )?(?:viv\w*|viviendo)\b|\bhacer(?:me|se) dano\b|\bcortar(?:me|se)? las venas\b|\b(?:tirar|aventar|lanzar)(?:me|se)? (?:de|desde) (?:un|el|la) (?:puente|edificio|techo|azotea|balcon)\b/,
    ],
    sure: true,
  },
  {
    name: 'cut wrists',
    said: [
      /\b(?:slit\w*|slash\w*) (?:my|his|her|their) (?:own )?wrists?\b|\bcut\w* (?:my|his|her|their) (?:own )?wrists\b/,
    ],
    sure: true,
  },
  {
    name: 'farewell, bridge or gun',
    said: [
      /\b(?:goodbye|suicide|farewell) (?:note|letter|video)s?\b|\b(?:nota|carta) de (?:despedida|suicidio)\b|\bjump(?:ing|ed)? off (?:a|the) (?:bridge|roof|building|balcony)\b|\bgun to (?:my|his|her) head\b/,
    ],
    sure: true,
  },
]
