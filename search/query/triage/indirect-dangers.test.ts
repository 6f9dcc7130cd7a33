/** Dangers that are described by what happens, not by the name of a sign, and ordinary messages that resemble them. */
import { testClasses } from './look-alike-classes.fixture.ts'

testClasses({
  'breathless with one painful or swollen leg': {
    kind: 'body',
    urgent: [
      'winded just walking to the mailbox and my left calf is hot and tight',
      "my right leg is fat below the knee and now I can't catch my breath",
      'I stop to breathe halfway down the hall, one calf is tender since the flight',
      'me falta el aire y tengo la pantorrilla hinchada',
    ],
    ordinary: [
      'winded after leg day, calves are sore from the gym',
      'both legs and ankles are a little swollen in the evening',
      'my calf is sore after the marathon',
    ],
  },
  'breathless at an effort that was easy days ago': {
    kind: 'body',
    urgent: [
      'I did two flights with no problem last week, today I am gasping on the way to the bathroom',
      'the stairs were easy on friday, now I am out of breath sitting on the bed',
    ],
    ordinary: ['the stairs were easy last week, now my knee clicks on the steps'],
  },
  'thing breathed in': {
    kind: 'body',
    urgent: [
      'grandpa sucked down his bridge while laughing',
      'my daughter inhaled a bead and coughs',
      'he breathed in a peanut',
      'mi hijo aspiró un cacahuate',
    ],
    ordinary: [
      'inhaled steroid for asthma, refill',
      'my denture broke, who repairs them',
      'how do I use a nasal inhaler',
    ],
  },
  'weakness that began in the feet and is higher now': {
    kind: 'body',
    urgent: [
      "it began in my feet on thursday, it's at my waist today and I cannot stand up",
      'first the toes, then the knees, now I can barely walk',
      'comenzó en los pies y ahora ya no puedo caminar',
    ],
    ordinary: [
      'the itch started in my feet, today I need a dermatologist',
      'training started with my legs, now I cannot lift heavier',
    ],
  },
  'legs that fail day by day': {
    kind: 'body',
    urgent: [
      'yesterday she was wobbly, today we had to carry her to the toilet',
      'saturday my feet were numb, sunday I used a cane, today I cannot stand',
      'el lunes se tambaleaba y hoy no puede levantarse',
    ],
    ordinary: [
      'monday I twisted my ankle, today I limp a little',
      'I use a cane since my knee replacement in may',
    ],
  },
  'thing wound around a finger or toe': {
    kind: 'body',
    urgent: [
      "a hair is wrapped tight around my baby's toe and it is swollen",
      "I can't get my ring off and the finger is turning blue",
      'un hilo le aprieta el dedito y lo tiene morado',
    ],
    ordinary: [
      'ringworm on my finger, dark spot, dermatologist',
      'dark hairs on my toes, laser',
      'where can I resize my wedding ring',
    ],
  },
  'frozen part of the body': {
    kind: 'body',
    urgent: [
      'his ears went white and hard after two hours in the snow',
      'lost in the mountains overnight, my toes are black',
      'después de la helada tiene los dedos blancos y duros',
    ],
    ordinary: [
      'my fingers go white at the freezer in the store, then pink again',
      'a wart on my toe was frozen by the doctor and turned black',
      'black toenail from ski boots',
    ],
  },
  'person who does not move': {
    kind: 'body',
    urgent: [
      'he fell off the couch and he is not moving',
      "grandma isn't responding, please",
      'mi abuelo no se mueve',
    ],
    ordinary: [
      "she isn't moving in with us, need home care",
      'my bowels are not moving, I take fiber',
      'the leasing office is not moving on my repair',
    ],
  },
  'sedative that ran out, with shaking': {
    kind: 'body',
    urgent: [
      'no more xanax since tuesday, my hands tremble and my heart is racing',
      'ran out of keppra two days ago and I keep twitching',
      'se me acabó el clonazepam y tengo temblores',
    ],
    ordinary: [
      'need a refill of my lorazepam before vacation',
      'how do I ask my doctor for a taper of valium',
    ],
  },
  'quick insulin instead of slow': {
    kind: 'body',
    urgent: [
      'I injected humalog instead of lantus, 30 units',
      'mixed up the pens and gave him the rapid insulin for the long one at bedtime',
      'se puso la insulina rápida en vez de la lenta',
    ],
    ordinary: [
      'does medicare cover lantus or humalog pens',
      'my doctor switched me to long acting insulin instead of short, nutrition advice?',
    ],
  },
  'wrong drops or glue in the eye': {
    kind: 'poison',
    urgent: [
      'I put ear drops in my eye by mistake',
      'thought it was eye drops but it was nail glue',
      'me eché gotas para los oídos en el ojo por error',
    ],
    ordinary: [
      'which glue is best for lash extensions',
      'eye drops for dry eyes',
      'allergic to nail polish, itchy eyelids',
    ],
  },
  'household product in the mouth, in Spanish': {
    kind: 'poison',
    urgent: [
      'mi niña se tomó el limpiavidrios',
      'bebió quitaesmalte',
      'se comió un pedazo de pastilla del baño',
      'tomó raticida',
    ],
    ordinary: ['alergia al detergente en las manos', 'el olor del limpiapisos me da comezón en la nariz'],
  },
  'amount that kills': {
    kind: 'mind',
    urgent: [
      'how much tylenol kills a grown man',
      'what dose of insulin will kill a person',
      'cuántas pastillas de estas matan a un adulto',
      'how many pills does it take for someone to go peacefully, asking for a friend',
    ],
    ordinary: [
      'how much bleach kills mold in a bathroom',
      'how many mg of ibuprofen kill the pain of a toothache',
      'how many calories does a grown man need',
    ],
  },
  'gas or exhaust to die': {
    kind: 'mind',
    urgent: [
      'what size of hose fits my tailpipe',
      'is nitrogen with a bag painless',
      'una manguera del escape hasta la ventana del carro',
    ],
    ordinary: [
      'helium balloons for the maternity ward party',
      'blood urea nitrogen is high, nephrologist',
      'the exhaust hose of my dryer gave me a cut, tetanus shot',
    ],
  },
  'question what a deadly dose would do': {
    kind: 'mind',
    urgent: [
      'if I took the whole bottle of seroquel would I just fall asleep',
      'what would happen if a person swallowed all their heart pills, is it quick',
      'qué pasa si me tomo toda la caja de clonazepam pastillas, me duermo y ya',
    ],
    ordinary: [
      'what happens if I take all my antibiotics early, do I feel worse',
      'if I drank the entire prep for the colonoscopy, when can I sleep',
    ],
  },
  'plan to be gone, or the day that was picked': {
    kind: 'mind',
    urgent: [
      "I'm planning how to leave forever",
      'I have chosen the date',
      "he's picked the night and no one knows",
    ],
    ordinary: [
      'I am planning to leave my job for good',
      "we've picked the day of the wedding",
      'thinking about moving to florida for good',
    ],
  },
  'harm to a child': {
    kind: 'danger_to_others',
    urgent: [
      'when I am on the balcony with the baby I imagine letting go',
      'I held him at the window and felt an urge to drop him',
      'the voices tell me my son belongs in heaven',
      'god told me the baby should be with jesus',
      'dice que el bebé viene del demonio y hay que devolverlo',
      "he says he'll shut the baby up for good",
      "I shook her too hard and I'm scared of myself",
      'le voy a caer a machetazos a mi vecino',
    ],
    ordinary: [
      'baby gate for the top of the stairs',
      'I hold the baby near the window for light, is a sunburn possible',
      'my son belongs to a swim team, needs a physical',
      'how do I get the baby quiet for good sleep',
    ],
  },
  'watched, or hiding at home': {
    kind: 'violence',
    urgent: [
      "my ex sits in front of my job every night and says I'll regret it",
      'he keeps driving by my house after I blocked him, keeps texting threats',
      'an unknown number sent me photos of my kids walking to school',
      'I stay in the bathroom because it is the only room with a lock until he calms down',
    ],
    ordinary: [
      'my uber is waiting outside my house, which entrance does the clinic have',
      'the school sent pictures of my kids, she looks pale, checkup',
      'I sleep in the only room that locks so the toddler stays out',
      "she's 9, and her little brother is 14 months",
      'her boyfriend is 34 and she is 30',
    ],
  },
  'infected breast or withdrawal, in pregnancy or after a birth': {
    kind: 'pregnancy_urgent',
    urgent: [
      'my boob is hot and red with chills, nursing a newborn',
      'temp 103, hard red breast, baby is 2 weeks',
      'seno rojo y duro con fiebre, estoy amamantando',
      '20 weeks pregnant, ran out of methadone yesterday, shaking and sick',
      'me alivié hace cuatro días y sangro a chorros',
    ],
    ordinary: ['breast pump covered by insurance', 'sore nipples from breastfeeding, lactation consultant'],
  },
  'few words between breaths': {
    kind: 'body',
    urgent: [
      'he can only say one word at a time and then gasps',
      'barely manages three words before she needs air',
      'solo puede decir dos palabras y jala aire',
    ],
    ordinary: [
      'my toddler can only say two words at 18 months',
      'I can only get a few words out in english, need an interpreter',
    ],
  },
  'reach that misses, or one word for everything': {
    kind: 'body',
    urgent: [
      "she set the plate beside the table and walked into the door frame, she's not like that",
      'grandpa keeps repeating the same answer to every question, everything is tuesday since his nap, says tuesday over and over',
      'he uses the wrong word for everything since this morning',
    ],
    ordinary: ['my toddler uses one word for everything'],
  },
  'weakness with swallowing that fails': {
    kind: 'body',
    urgent: [
      "can't lift my arms above my shoulders and since yesterday I choke on water",
      'my legs are heavy, trouble chewing, worse every day',
      'cada día más débil y hoy me cuesta tragar',
    ],
    ordinary: [
      'sore throat, trouble swallowing since yesterday, feel weak',
      'jaw hurts, trouble chewing since my braces',
    ],
  },
  'blow to the groin': {
    kind: 'body',
    urgent: [
      'got hit in the nuts with a hockey puck, sack is purple',
      'kicked at karate and one testicle is twice the size',
      'le dieron un pelotazo en los huevos y lo tiene hinchado',
    ],
    ordinary: [
      'my vasectomy was months ago, one side is a little bigger',
      'kicked a ball and my toe is sore',
    ],
  },
  'despair in indirect words': {
    kind: 'mind',
    urgent: [
      'I walked to the overpass again last night and stood at the rail looking down',
      'I parked at the cliffs until sunrise and cried',
      "they'd get more from my life insurance than from having me around",
      'me da igual si despierto',
      'ya hice las cartas, nomás falta el momento',
      'does drowning hurt or is it over fast',
      'how long until the exhaust does it in a closed garage',
    ],
    ordinary: [
      'we drove to the overlook for sunset photos, car sick, what helps',
      'I walk across the bridge to work every day, knee pain',
      'how long do the fumes of paint stay in a room',
      'does it hurt to hang a hammock with a bad shoulder',
      'me da igual si la cita es en la mañana o en la tarde',
      'carta de recomendación lista, solo falta la firma del doctor',
    ],
  },
  'control that is about to be lost': {
    kind: 'danger_to_others',
    urgent: [
      'I keep seeing a pillow over his face when he cries',
      "I'm about to snap on her, she's 3 months and won't stop",
      "next time I see that man he's leaving in an ambulance",
    ],
    ordinary: [
      'hands around my neck feel good in a massage, who does thai massage',
      'next time I see my boss I will ask for leave',
    ],
  },
  'stained fluid': {
    kind: 'pregnancy_urgent',
    urgent: [
      'water broke and it is brown',
      'there is green fluid and contractions',
      'se me rompió la fuente y el agua salió verde',
    ],
    ordinary: ['our tap water is brown, which lab tests water'],
  },
  'many pills within hours': {
    kind: 'poison',
    urgent: [
      'I took ten advil since this morning',
      'she had 8 nyquil already tonight',
      'tomé doce paracetamol desde ayer',
    ],
    ordinary: ['I had 2 tylenol today, can I have coffee', 'took 6 mg melatonin tonight'],
  },
  'tar in the toilet with dizziness': {
    kind: 'body',
    urgent: [
      'black like asphalt each time I wipe, and the room spins',
      'when I go it is like molasses, I almost fainted in the hall',
      'cuando voy al baño sale como chapopote y me mareo',
      'my stoole is blak, black like tar, and im dizy',
    ],
    ordinary: ['the roofing tar smell makes me dizzy when I go by, clinic', 'I see stars when I sneeze'],
  },
  'tampon with a failing circulation': {
    kind: 'body',
    urgent: [
      'left a tampon in for two days and now a rash and chills',
      'menstrual cup stuck, fever 103 and vomiting',
      'se me olvidó el tampón, tengo fiebre y ronchas',
    ],
    ordinary: [
      'which tampons do not irritate',
      'sunburn and I wear tampons at the beach, which brand is best',
    ],
  },
  'quiet unborn child, or pain in early pregnancy': {
    kind: 'pregnancy_urgent',
    urgent: [
      'not a single somersault in there since last night, due in june',
      'due in november and no jabs all day',
      'peed on a stick friday and it was positive, left side knifing pain and woozy',
      'two lines on the test, stabbing on the right, my shoulder hurts and I feel faint',
    ],
    ordinary: [
      'the bill is due in june, who do I call',
      'two lines on my test, where do I get an ultrasound',
    ],
  },
  'affairs that are settled, or the most that a person can take': {
    kind: 'mind',
    urgent: [
      'found my dog a good home, closed my accounts, nothing left to do, I am at peace',
      'gave away my records, paid the rent, one last dinner tonight',
      'how many ambien before it is lights out for good',
      'what amount of insulin is past the point of no return',
    ],
    ordinary: [
      'gave my cat away because we are moving to an apartment, paid all bills, need a new vet clinic',
      'how much hiking before there is no turning back on this trail, knee brace',
    ],
  },
  'object left as a threat': {
    kind: 'violence',
    urgent: [
      'someone left a dead bird on my porch again',
      'my ex put a noose on my door tonight',
      'found shell casings on my windshield and a letter with my name',
    ],
    ordinary: ['my cat left a dead bird on the porch, can I catch something'],
  },
  'cleaners in the eye or together': {
    kind: 'poison',
    urgent: [
      'oven cleaner splashed into my eyes',
      'le entró insecticida en el ojo',
      'sprayed both cleaners together and I cough and my throat burns',
    ],
    ordinary: ['dry cleaners gave me a rash', 'which two cleaners are best for asthma'],
  },
  'child to be sent back to God': {
    kind: 'danger_to_others',
    urgent: [
      'she says our newborn must be returned to the angels',
      'my sister believes the twins need to go back to heaven',
      'dice que hay que mandar al bebé con Dios',
    ],
    ordinary: ['my son goes back to sunday school', 'our baby died and is with god, grief group'],
  },
  'implanted device, artery, infant and chills': {
    kind: 'body',
    urgent: [
      'my defibrillator fired twice this morning and I am woozy',
      'el desfibrilador me dio descargas tres veces seguidas',
      'after the heart cath my foot is cold and numb',
      'my newborn pauses her breathing for ten seconds',
      'el bebé deja de respirar unos segundos',
      'on chemo and shivering since noon',
      'recibo quimio y estoy temblando desde anoche',
      'two days sober and the ceiling is moving',
      'last drink saturday, ants crawling on my skin',
    ],
    ordinary: [
      'my cochlear implant buzzes sometimes',
      'when does a pacemaker battery get replaced',
      'heart cath scheduled, can I eat',
      'chemo ended two years ago, yearly visit',
      'two days sober, looking for a group',
      'my defibrillator has not fired in years, device clinic',
      'I worry every night that my healthy baby will stop breathing, therapist',
    ],
  },
  'despair in quiet words': {
    kind: 'mind',
    urgent: [
      'I labeled all my boxes so my family has no mess',
      'I have no plans beyond sunday',
      'secretly hoping the biopsy is cancer so I can stop',
      'I hugged my kids like it was the last time',
      'how long until someone finds my body in the garage',
      'limpié todo para que mi mamá no tenga que limpiar',
    ],
    ordinary: [
      'I cleaned the house so my family has no mess when the guests come',
      'does my insurance have plans beyond december',
      'disappointed by the oncologist after my scan was clear, second opinion',
      'will anyone find me on your directory',
    ],
  },
  'marriage by force with a threat': {
    kind: 'violence',
    urgent: [
      'my parents are forcing me to marry him, they took my passport',
      'dicen que me tengo que casar o me matan',
    ],
    ordinary: ['we have to marry before june for the visa, blood test?', 'marriage counselor near me'],
  },
  'swelling and light in late pregnancy': {
    kind: 'pregnancy_urgent',
    urgent: [
      '35 weeks, fingers like sausages and sparkles in my sight',
      'no peep in there since last night, 33 weeks',
      '31 semanas, la cara hinchada y veo luces',
    ],
    ordinary: [
      '35 weeks, where are the visitor entrance lights',
      'puffy feet at 30 weeks, compression socks',
    ],
  },
  'drug beside a sign': {
    kind: 'poison',
    urgent: [
      'she is passed out with a syringe next to her',
      'took too much benadryl and is seeing spiders',
      'gave him narcan, still blue',
      'el pelón se metió algo y no reacciona',
    ],
    ordinary: ['where do I drop off old needles', 'which clinic prescribes suboxone'],
  },
})
