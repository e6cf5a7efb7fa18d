/**
 * Greek and Latin works, from Homer to the Latin books of the early modern age. Column meanings: `parse-table.ts`.
 */
export const ANTIQUITY_AUTHORS = `
homer | 호메로스 | Homer | Ὅμηρος | | | | 고대 그리스의 서사시인으로 전해진다.
hesiod | 헤시오도스 | Hesiod | Ἡσίοδος | | | | 고대 그리스의 교훈 서사시인이다.
aesop | 이솝 | Aesop | Αἴσωπος | | | | 우화를 지었다고 전해지는 고대 그리스의 이야기꾼이다.
aeschylus | 아이스킬로스 | Aeschylus | Αἰσχύλος | ~BC525 | BC456 | | 고대 아테네의 비극 작가이다.
sophocles | 소포클레스 | Sophocles | Σοφοκλῆς | ~BC496 | BC406 | | 고대 아테네의 비극 작가이다.
euripides | 에우리피데스 | Euripides | Εὐριπίδης | ~BC480 | BC406 | | 고대 아테네의 비극 작가이다.
aristophanes | 아리스토파네스 | Aristophanes | Ἀριστοφάνης | ~BC446 | ~BC386 | | 고대 아테네의 희극 작가이다.
herodotus | 헤로도토스 | Herodotus | Ἡρόδοτος | ~BC484 | ~BC425 | | 할리카르나소스 출신의 역사가이다.
thucydides | 투키디데스 | Thucydides | Θουκυδίδης | ~BC460 | ~BC400 | | 아테네의 장군이자 역사가이다.
xenophon | 크세노폰 | Xenophon | Ξενοφῶν | ~BC430 | ~BC354 | | 아테네의 군인이자 저술가로, 소크라테스의 제자였다.
plato | 플라톤 | Plato | Πλάτων | ~BC427 | ~BC347 | | 아카데메이아를 세운 아테네의 철학자이다.
aristotle | 아리스토텔레스 | Aristotle | Ἀριστοτέλης | BC384 | BC322 | | 논리학에서 생물학까지 두루 연구한 그리스의 철학자이다.
euclid | 에우클레이데스 | Euclid | Εὐκλείδης | | | | 알렉산드리아에서 활동한 그리스의 수학자로, 영어 이름 유클리드로 널리 알려졌다.
plutarch | 플루타르코스 | Plutarch | Πλούταρχος | ~46 | ~120 | | 로마 제국 시대의 그리스인 저술가이다.
epictetus | 에픽테토스 | Epictetus | Ἐπίκτητος | ~50 | ~135 | | 노예 출신의 스토아 철학자이다.
marcus-aurelius | 마르쿠스 아우렐리우스 | Marcus Aurelius | Μᾶρκος Αὐρήλιος | 121 | 180 | | 로마의 황제이자 스토아 철학자이다.
ptolemy | 프톨레마이오스 | Ptolemy | Κλαύδιος Πτολεμαῖος | ~100 | ~170 | | 알렉산드리아의 천문학자이자 지리학자이다.
cicero | 키케로 | Cicero | Marcus Tullius Cicero | BC106 | BC43 | | 로마의 정치가이자 웅변가이다.
caesar | 율리우스 카이사르 | Julius Caesar | Gaius Iulius Caesar | BC100 | BC44 | | 로마의 장군이자 정치가이다.
lucretius | 루크레티우스 | Lucretius | Titus Lucretius Carus | ~BC99 | ~BC55 | | 에피쿠로스 철학을 시로 쓴 로마의 시인이다.
virgil | 베르길리우스 | Virgil | Publius Vergilius Maro | BC70 | BC19 | | 로마의 서사시인이다.
horace | 호라티우스 | Horace | Quintus Horatius Flaccus | BC65 | BC8 | | 로마의 서정시인이다.
livy | 리비우스 | Livy | Titus Livius | BC59 | 17 | | 로마의 역사가이다.
ovid | 오비디우스 | Ovid | Publius Ovidius Naso | BC43 | ~17 | | 로마의 시인으로, 흑해 연안에서 유배 중에 세상을 떠났다.
seneca | 세네카 | Seneca | Lucius Annaeus Seneca | ~BC4 | 65 | | 네로 황제의 스승이었던 스토아 철학자이다.
tacitus | 타키투스 | Tacitus | Publius Cornelius Tacitus | ~56 | ~120 | | 로마의 역사가이다.
suetonius | 수에토니우스 | Suetonius | Gaius Suetonius Tranquillus | ~69 | | | 로마의 전기 작가이다.
apuleius | 아풀레이우스 | Apuleius | Lucius Apuleius | ~124 | ~170 | | 북아프리카 출신의 로마 작가이다.
augustine | 아우구스티누스 | Augustine of Hippo | Aurelius Augustinus | 354 | 430 | | 북아프리카 히포의 주교이자 교부 철학자이다.
boethius | 보에티우스 | Boethius | Anicius Manlius Severinus Boethius | ~480 | 524 | | 감옥에서 처형을 기다리며 책을 쓴 로마의 철학자이다.
aquinas | 토마스 아퀴나스 | Thomas Aquinas | Thomas Aquinas | ~1225 | 1274 | | 스콜라 철학을 집대성한 신학자이다.
kempis | 토마스 아 켐피스 | Thomas à Kempis | Thomas a Kempis | ~1380 | 1471 | | 네덜란드에서 활동한 수도자이다.
erasmus | 에라스뮈스 | Erasmus | Desiderius Erasmus Roterodamus | ~1466 | 1536 | | 로테르담 출신의 인문주의자이다.
thomas-more | 토머스 모어 | Thomas More | Thomas Morus | 1478 | 1535 | | 잉글랜드의 정치가이자 인문주의자이다.
copernicus | 코페르니쿠스 | Nicolaus Copernicus | Nicolaus Copernicus | 1473 | 1543 | | 태양 중심설을 세운 폴란드의 천문학자이다.
spinoza | 스피노자 | Baruch Spinoza | Benedictus de Spinoza | 1632 | 1677 | | 렌즈를 갈며 연구한 네덜란드의 철학자이다.
newton | 아이작 뉴턴 | Isaac Newton | Isaacus Newtonus | 1643 | 1727 | | 운동 법칙과 만유인력을 밝힌 영국의 과학자이다.
`;

export const ANTIQUITY_WORKS = `
일리아스 | The Iliad | Ἰλιάς | homer | BC8세기 | el | epic | 트로이아 전쟁의 막바지, 아킬레우스의 분노에서 헥토르의 장례까지를 노래한다.
오디세이아 | The Odyssey | Ὀδύσσεια | homer | BC8세기 | el | epic | 트로이아를 떠난 오디세우스가 십 년을 떠돈 끝에 고향 이타케로 돌아간다.
신들의 계보 | Theogony | Θεογονία | hesiod | BC8세기 | el | myth
일과 날 | Works and Days | Ἔργα καὶ Ἡμέραι | hesiod | BC8세기 | el | epic
이솝 우화 | Aesop's Fables | Αἰσώπου Μῦθοι | aesop | BC6세기 | el | folk-tale | 동물의 입을 빌려 사람 사는 이치를 들려주는 짧은 이야기 모음이다.
오레스테이아 | The Oresteia | Ὀρέστεια | aeschylus | BC458 | el | drama | 아가멤논 집안의 피의 복수가 법정의 판결로 끝나기까지를 다룬 비극 삼부작이다.
결박된 프로메테우스 | Prometheus Bound | Προμηθεὺς Δεσμώτης | aeschylus | BC5세기 | el | drama
오이디푸스 왕 | Oedipus Rex | Οἰδίπους Τύραννος | sophocles | ~BC429 | el | drama | 나라의 재앙을 풀려던 왕이 바로 자신이 그 까닭임을 알게 된다.
안티고네 | Antigone | Ἀντιγόνη | sophocles | ~BC441 | el | drama | 왕의 명을 어기고 오빠의 주검을 묻은 안티고네의 이야기이다.
메데이아 | Medea | Μήδεια | euripides | BC431 | el | drama
트로이아 여인들 | The Trojan Women | Τρῳάδες | euripides | BC415 | el | drama
구름 | The Clouds | Νεφέλαι | aristophanes | BC423 | el | drama
리시스트라테 | Lysistrata | Λυσιστράτη | aristophanes | BC411 | el | drama
역사 | The Histories | Ἱστορίαι | herodotus | BC5세기 | el | west-history | 페르시아 전쟁의 까닭과 과정을 여러 민족의 풍습과 함께 기록했다.
펠로폰네소스 전쟁사 | History of the Peloponnesian War | Ἱστορία τοῦ Πελοποννησιακοῦ Πολέμου | thucydides | BC5세기 | el | west-history
아나바시스 | Anabasis | Ἀνάβασις | xenophon | BC4세기 | el | west-history
소크라테스의 변명 | Apology | Ἀπολογία Σωκράτους | plato | BC4세기 | el | west-phil | 고발당한 소크라테스가 법정에서 자신의 삶과 철학을 변론한다.
향연 | Symposium | Συμπόσιον | plato | BC4세기 | el | west-phil | 술자리에 모인 이들이 차례로 사랑을 찬미하는 대화편이다.
파이돈 | Phaedo | Φαίδων | plato | BC4세기 | el | west-phil
국가 | Republic | Πολιτεία | plato | BC4세기 | el | west-phil | 올바름이란 무엇인가에서 시작하여 이상적인 나라와 영혼을 논한다.
니코마코스 윤리학 | Nicomachean Ethics | Ἠθικὰ Νικομάχεια | aristotle | BC4세기 | el | west-phil | 사람에게 좋은 것, 곧 행복과 덕이 무엇인지를 묻는다.
정치학 | Politics | Πολιτικά | aristotle | BC4세기 | el | politics
시학 | Poetics | Περὶ ποιητικῆς | aristotle | BC4세기 | el | poetics
형이상학 | Metaphysics | Τὰ μετὰ τὰ φυσικά | aristotle | BC4세기 | el | west-phil
원론 | Elements | Στοιχεῖα | euclid | ~BC300 | el | maths | 점과 선의 정의에서 시작하여 기하학과 수론을 차례로 증명해 나가는 열세 권의 책이다.
비교 열전 | Parallel Lives | Βίοι Παράλληλοι | plutarch | 2세기 초 | el | biography | 그리스와 로마의 인물을 짝지어 견주는 전기 모음이다.
엥케이리디온 | Enchiridion | Ἐγχειρίδιον | epictetus | 2세기 | el | west-phil
명상록 | Meditations | Τὰ εἰς ἑαυτόν | marcus-aurelius | 2세기 | el | west-phil | 로마 황제가 전쟁터에서 스스로를 타이르며 적은 글이다.
알마게스트 | Almagest | Μαθηματικὴ Σύνταξις | ptolemy | 2세기 | el | physics
국가론 | On the Republic | De re publica | cicero | BC51 | la | politics
노년에 관하여 | On Old Age | De senectute | cicero | BC44 | la | west-phil
의무론 | On Duties | De officiis | cicero | BC44 | la | west-phil
갈리아 전기 | The Gallic War | Commentarii de bello Gallico | caesar | BC1세기 | la | west-history | 카이사르가 갈리아 정복을 삼인칭으로 적은 전쟁 기록이다.
사물의 본성에 관하여 | On the Nature of Things | De rerum natura | lucretius | BC1세기 | la | west-phil
농경시 | Georgics | Georgica | virgil | BC29 | la | world-poem
아이네이스 | The Aeneid | Aeneis | virgil | BC19 | la | epic | 불타는 트로이아를 떠난 아이네아스가 이탈리아에 새 나라의 터를 닦는다.
송가 | Odes | Carmina | horace | BC23 | la | world-poem
로마사 | The History of Rome | Ab urbe condita | livy | 1세기 초 | la | west-history
변신 이야기 | Metamorphoses | Metamorphoses | ovid | 8 | la | myth | 세상의 시작부터 카이사르까지, 몸이 바뀌는 신과 사람의 이야기를 엮은 열다섯 권의 시이다.
사랑의 기술 | The Art of Love | Ars amatoria | ovid | ~2 | la | world-poem
인생의 짧음에 관하여 | On the Shortness of Life | De brevitate vitae | seneca | 1세기 | la | west-phil
게르마니아 | Germania | Germania | tacitus | 98 | la | west-history
황제 열전 | The Twelve Caesars | De vita Caesarum | suetonius | ~121 | la | biography
황금 당나귀 | The Golden Ass | Asinus aureus | apuleius | 2세기 | la | world-novel
고백록 | Confessions | Confessiones | augustine | ~400 | la | religion | 방황하던 젊은 날과 회심을 신 앞에 털어놓은 자서전이다.
신국론 | The City of God | De civitate Dei | augustine | 426 | la | religion
철학의 위안 | The Consolation of Philosophy | De consolatione philosophiae | boethius | ~524 | la | west-phil
신학대전 | Summa Theologica | Summa theologiae | aquinas | 13세기 | la | religion
그리스도를 본받아 | The Imitation of Christ | De imitatione Christi | kempis | 15세기 | la | religion
우신예찬 | In Praise of Folly | Stultitiae laus | erasmus | 1511 | la | west-phil
유토피아 | Utopia | Utopia | thomas-more | 1516 | la | politics | 어디에도 없는 섬나라 이야기를 빌려 당대의 잉글랜드를 비판한다.
천구의 회전에 관하여 | On the Revolutions of the Heavenly Spheres | De revolutionibus orbium coelestium | copernicus | 1543 | la | physics
에티카 | Ethics | Ethica | spinoza | 1677 | la | west-phil | 신과 정신과 감정을 기하학의 방식으로 증명해 나간다.
프린키피아 | The Mathematical Principles of Natural Philosophy | Philosophiæ Naturalis Principia Mathematica | newton | 1687 | la | physics | 운동의 법칙과 만유인력으로 하늘과 땅의 움직임을 함께 설명한다.
`;
