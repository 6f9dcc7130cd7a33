import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { todoOptions } from './list-notices.fixture.ts'
import { detectEmergency } from './detect-emergency.ts'
import { detectHelplines } from './detect-helplines.ts'
import { withoutOrdinaryMatters } from './ordinary-matters.ts'

function detect(text: string) {
  const words = wordsOf(text)
  const { emergency } = detectEmergency(text, words)
  return [emergency, ...detectHelplines(emergency, words)]
}

suite('is not urgent, though its words have the scores of urgent ones', () => {
  for (const [matter, texts] of Object.entries({
    'waiting on the phone': [
      'ive been sitting on hold for half an hour and then it cut me off',
      'they keep transferring me and then hang up',
      'this is ridiculous, i called four numbers and all of them are dead',
    ],
    'a suspected pregnancy': [
      'i think i might be pregnant, who do i see first',
      'could be pregnant and i dont know where to go',
      'creo que estoy embarazada, a donde voy',
    ],
    'eyes tired by a screen': [
      'eyes burning after a day at the computer',
      'me arden los ojos de tanto ver la pantalla',
    ],
    'veins that show': [
      'twisted blue veins on my legs',
      'spider veins on both thighs, who treats that',
      'tengo varices en las piernas',
    ],
    'a tremor at rest': [
      "i've a tremor in my right hand when i'm resting",
      'his hand shakes at rest, neurologist please',
      'me tiembla la mano en reposo',
    ],
    'prenatal care that has not begun': [
      'i am 3 months pregnant',
      'tengo tres meses de embarazo',
      'estoy embarazada como de 3 meses y no he ido a ninguna cita',
      'i am about 12 weeks pregnant and have not had any appointment yet',
      'two months pregnant, havent seen anyone so far',
      'estoy embarazada de dos meses y todavía no he visto a nadie',
    ],
    'care that parents do not learn about': [
      'i want birth control but my mom cant know',
      'can i get the pill without my parents finding out',
      'can a 16 year old start therapy without telling my dad',
      'quiero anticonceptivos sin que mi mamá se entere',
    ],
    'a conversation that parents do not learn about': [
      'im 17 and i need to talk to someone without my dad finding out',
      'i am 16, i would like to speak with someone and my mom cant know',
      'im 15 and i want to talk to someone but i dont want my parents to know',
      'tengo 16 y quiero hablar con alguien sin que mi mamá se entere',
    ],
    'things in wrong places': [
      'yesterday he put the kettle in the fridge',
      'my mom keeps forgetting her keys and yesterday she put the milk in the oven',
      'grandma left her glasses in the freezer, which doctor',
    ],
    'a relative who goes along': [
      'can my husband go to her too',
      'my husband will not come unless it is a man',
    ],
    'a parent with dementia who needs company': [
      "dad has alzheimer's and I can't leave my dad alone during the day anymore",
    ],
    'work away from home': ['telehealth works too, i drive a truck so i am gone all week'],
    'a fear of needles': [
      "someone for the emotional side of it, he screams at every needle and won't talk to us",
      'my toddler cries with every vaccine',
      'llora con cada inyección',
    ],
    'a cut of a finger in the kitchen': [
      'sliced my thumb cutting a lime, walk-in near me',
      'cut my finger chopping onions, where can i get it looked at',
      'me corté el dedo picando cebolla, clínica cerca',
    ],
    'a low mood of most days': ["i can't sleep and i cry most nights", 'lloro casi todos los días'],
    'the plan of the parents': [
      'im on my moms insurance but would rather not use it, cant use it tbh',
      "we're on our parents' plan and dont want to use it",
      "i'm on my mom's Aetna plan and i don't want her to see this, would they mail her anything",
      "it's my parents insurance but i dont want them to know",
    ],
    'a person who cannot be left alone': [
      'can it be by video? i cant leave the newborn',
      "i can't leave my dad by himself so i need home visits",
      'no puedo dejar al bebé, ¿puede ser por videollamada?',
    ],
    'a wound by a thing': [
      'cut my palm on a tin lid, not deep just wont stop being annoying',
      'nicked my hand on a shelf at work and it wont quit stinging',
      'cut my arm on a fence, it just wont stop bugging me',
      'sliced my thumb on a jar lid, it is little but stings',
      'me corté el dedo con una lata, no es profundo pero molesta',
    ],
    'a stroke of an earlier month': [
      'my mom had a stroke in May and her leg still drags',
      'my sister had a stroke in August, her hand still wont open',
      'asking for my uncle, he had a stroke in March and the arm still does not work right',
      'mi papá tuvo un derrame en junio y el brazo todavía no le funciona bien',
    ],
    'a cut that no longer bleeds': [
      'cut my finger on a mandoline slicer, bleeding stopped, need stitches?',
      'sliced my palm opening a can, it mostly stopped, can they stitch it',
    ],
    'the age of a clinician': [
      'no doctor over 60 please, the last one did not believe me',
      'someone younger than fifty please, my last therapist fell asleep',
      'alguien más joven por favor, el último no me creyó',
    ],
    'a bill': ['i got a letter about a bill i already paid'],
    'the weather and a ride': [
      'is there snow tomorrow, i have to drive over the bridge',
      'whats the forecast for friday, my ride is at 10',
    ],
    'a bus or a train': [
      'is it close to a bus stop, i dont drive anymore',
      'i take the RIPTA, is it on the way',
    ],
    'a clinician for a plan': ['ok then someone that does skin and can see me, we have Aetna'],
    'a bridge on the way': ['the kids hate crossing the bridge, so nothing on that side please'],
    'a medicine that runs out': [
      'my brother will be out of his meds on monday and the office refills none',
      'me quedo sin mi medicina el lunes',
    ],
    'an injury of a limb or the back': [
      'i slipped on the steps outside and now my knee is all swollen and i cant bend it right',
      "my brother rolled his ankle at soccer and it's puffy",
      'jammed my finger at practice, kinda swollen',
      'cargué unas cajas y ahora me duele la espalda baja',
      'me caí y me torcí el tobillo, está hinchado',
      'me resbalé y me lastimé la rodilla',
    ],
    constipation: [
      'my plumbing is all backed up havent gone in a week',
      'estoy estreñida, ya van cuatro dias',
    ],
    'worry about school': [
      'my 14 yr old is so anxious she wont go to school anymore',
      'mi hija se pone muy nerviosa por la escuela y no quiere ir',
    ],
    'advice to have something examined': [
      'my sister told me i should get my moles looked at by someone',
      'my wife keeps nagging me to get my snoring checked',
    ],
    'a complaint about the conversation': ['you already asked me that', 'no me entiende, ya le dije'],
    'a laboratory test': [
      'quest near fall river, fasting blood work first thing',
      'analisis de sangre en ayunas temprano',
    ],
    'prenatal care': [
      'buenas, tengo 9 semanas de embarazo y busco doctora en cranston',
      'pregnant with twins, 14 weeks, doing fine, need an ob',
    ],
    'a small wound': [
      'where do i go for a stitch, sliced my finger on a jar, a small cut, not pouring or anything',
      'small burn on my finger from the oven, not blistered',
      'skinned my elbow, tiny bit of gravel in it, nothing bad',
    ],
    'a nip of a pet': [
      'the kitten scratched me, skin is not broken',
      "our dog nipped my son's hand, didn't break the skin",
      'mi perrita me mordió jugando, no rompió la piel',
    ],
    'a limb asleep from a posture': [
      'my foot tingles when I kneel too long',
      'hand tingles if I sleep on my arm, gone when I shake it out',
      'se me duerme la pierna cuando la tengo cruzada',
    ],
    'a question about the usual time': [
      'at what age do babies start to roll over',
      'when will I feel the first kick, 15 weeks along',
      '¿a las cuántas semanas se sienten las patadas?',
    ],
    'a supplement that is mixed': ['can I blend collagen with creatine', 'mezclar colágeno con avena'],
    'a fear of an illness that was excluded': [
      "I'm always scared of having a heart attack but no, the EKG was normal, therapist for health anxiety",
      'convinced I have a brain tumor though the MRI was clear, need help with anxiety',
      'miedo a tener un infarto, los exámenes salieron bien, busco psicóloga',
    ],
    'what remains of a past illness': [
      'occupational therapy after my stroke in 2022, right hand still clumsy',
    ],
    'a bruise of a toe': [
      'banged my pinky toe, just purple',
      'me pegué en el dedo del pie, nomás está hinchado',
    ],
    'a free alarm': [
      'carbon monoxide detector, free one',
      'where can I get a carbon monoxide alarm for my mom',
    ],
    'a work about violence': [
      'a book about an abusive marriage made me cry, is that odd',
      'vi una película sobre violencia doméstica y quedé triste',
    ],
    'a figure of speech': [
      'this traffic makes me want to shoot someone lol, is there a closer clinic',
      'the hold music makes me want to stab myself haha',
      'my sister destroyed me at monopoly and will not let it go, family therapy',
      'I overdosed on podcasts, my ears hurt',
      'I could vanish to a cabin for a month, burnout counselor',
    ],
    'eyes at a screen': ['my eyes are glued to my phone, are blue light glasses worth it'],
    'a laugh, or spit for a moment': [
      'my teen is so messy I could strangle him lol, family counselor',
      'choking on my own spit for a second, does that happen to others',
      'paper cut between my fingers stings',
    ],
    'schoolwork and brochures about violence': [
      'my daughter has an essay about domestic violence, where are statistics',
      'proyecto sobre la violencia familiar para la escuela',
      'are teachers mandated to report child abuse in texas',
    ],
    'the street of a pharmacy': ['i think it was the pharmacy on hope street'],
  }))
    for (const text of texts)
      test(`${matter}: ${text}`, todoOptions(text), () => assert.deepEqual(detect(text), [null]))
})

suite('is urgent beside an ordinary matter', () => {
  for (const text of [
    'i have medicare, and my left arm went dead an hour ago',
    'on hold with the office and my chest is crushing me',
    'no ride and he is turning blue',
    'is there parking, my wife is in labor and the head is coming',
    'fasting for bloodwork and now i passed out twice and cant stop shaking',
    'pregnant 10 weeks and bleeding heavy, no insurance',
    'estoy embarazada de 10 semanas y tengo un dolor muy fuerte de un lado',
    'cut my wrist on purpose, not deep',
    '8 months pregnant and he has not kicked since last night',
    'mi papá está ido y no contesta',
    'three months pregnant, no appointment yet and the pain is terrible',
    'i took a whole pack of birth control pills and my mom cant know',
    'i want to die and my parents cant know',
    'someone younger please, i want to kill myself',
    'sliced my palm, it stopped but i cant move my finger',
    'slipped on the steps and now i cant feel my foot',
    'i twisted my ankle and the bone is sticking out',
    'cargué unas cajas y no siento las piernas',
    'constipated for a week, belly hard and vomiting',
    'my daughter is so anxious about school that she wants to die',
    'i already told you goodbye, you wont have to worry about me',
    'small cut but it wont stop spurting',
    "little burn on the baby's face from boiling water",
    'cancel my insurance, i wont need it after tonight',
    'anyone who takes tufts, my tongue is swelling',
    'waiting at the bus stop and i want to step in front of it',
    'pagare la cuenta, pero mi mama no despierta',
    'tengo seguro pero mi esposo me golpea y tengo miedo',
    'i am up on the parking garage roof and dont know who to call',
    'she said you wont have to worry about me after tonight and hung up',
    'varicose vein burst and it wont stop bleeding',
    'hand shaking at rest, blood sugar 40',
    'our dog nipped the baby on the face, skin not broken',
    'my leg fell asleep when I sat down and now I cannot move it',
    'my arm went numb while I crossed my legs and my face droops',
    'when will the baby start kicking again, nothing since yesterday at 34 weeks',
    'I could strangle him, he will not stop crying',
    'choking on my own spit since yesterday and my arms are weak',
    'my daughter wrote an essay about how her father beats her',
    'I am a mandated reporter and a student has belt marks from dad',
    'the EKG was normal but my chest hurts now and I am scared of a heart attack',
    'carbon monoxide detector is beeping, where do I get a free one',
    'after the movie about abuse he hit me again',
    'haha I want to kill myself',
    'I want to shoot myself lol',
    'life makes me want to kill myself haha',
    'I want to disappear',
    'I want to disappear forever lol',
    'my arm is still weak and my speech is slurred',
    'my toe is only purple but I cannot feel it and it is cold',
  ])
    test(text, () => assert.notDeepEqual(detect(text), [null]))
})

suite('is urgent, though its words resemble those of an ordinary matter', () => {
  for (const text of [
    'he screams with every vaccine and now he is turning blue',
    'sliced my finger cutting an avocado and it wont stop bleeding',
    'cut my thumb chopping onions, the tip is off',
    'i cry most days and i dont want to be here anymore',
    'i cry most nights, everyone would be better off without me',
    "i'm on my dad's plan and i don't want him to know he hits me",
    'i cant leave the baby with my husband, he hits her. can you do video',
    'cut my wrist on purpose with a can lid',
    'cut my hand on a can, not deep but i am so tired of being here',
    'i cut my arms again with a can lid',
    'cut my hand on a can and it wont stop bleeding',
    'im 16 and need someone to talk to before i do something, my mom cant know',
    'im 15 and want to talk to someone, dont want my parents to know i want to die',
    'i need to talk to someone and my dad cant know, i cant do this anymore',
    'im 16 and i want to talk to someone without my mom knowing, my boyfriend hits me',
    'quiero hablar con alguien sin que mi mamá sepa, mi tío me toca',
    'he had a stroke in June and now his arm went numb again',
    'had a stroke in June and his arm doesnt work right since this morning',
    'dad had a stroke in May and today his speech is slurred',
    'mi papá tuvo un derrame en junio y hoy no puede mover el brazo',
  ])
    test(text, () => assert.notDeepEqual(detect(text), [null]))
})

suite('the plan of the parents is no ordinary matter beside a sign of abuse or of self-harm', () => {
  for (const text of [
    "i'm on my mom's plan and i don't want her to know what my stepdad does",
    "i'm on my dad's plan and i don't want him to know about the voices",
    "i'm on my parents plan and i don't want them to know i purge",
  ])
    test(text, () => {
      const words = wordsOf(text).join(' ')
      assert.deepEqual(withoutOrdinaryMatters([words]), [words])
    })
})
