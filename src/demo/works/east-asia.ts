/**
 * China, Japan and Vietnam: literature, history and thought in the public domain. Column meanings: `parse-table.ts`.
 */
export const EAST_ASIAN_AUTHORS = `
confucius | 공자 | Confucius | 孔子 | BC551 | BC479 | | 춘추시대 노나라의 사상가로, 유가의 시조이다.
mencius | 맹자 | Mencius | 孟子 | ~BC372 | ~BC289 | | 전국시대의 유학자로, 사람의 본성이 선하다고 보았다.
laozi | 노자 | Laozi | 老子 | | | | 도가의 시조로 전해지는 춘추시대의 사상가이다.
zhuangzi | 장자 | Zhuangzi | 莊子 | ~BC369 | ~BC286 | | 전국시대의 도가 사상가이다.
sunzi | 손자 | Sun Tzu | 孫子 | | | | 춘추시대의 병법가로, 이름은 손무이다.
hanfei | 한비 | Han Fei | 韓非 | ~BC280 | BC233 | | 전국시대 말 한나라의 법가 사상가이다.
sima-qian | 사마천 | Sima Qian | 司馬遷 | ~BC145 | ~BC86 | | 전한의 역사가로, 궁형을 당하고도 역사책을 완성했다.
qu-yuan | 굴원 | Qu Yuan | 屈原 | ~BC340 | ~BC278 | | 전국시대 초나라의 시인이자 정치가이다.
chen-shou | 진수 | Chen Shou | 陳壽 | 233 | 297 | | 서진의 역사가이다.
tao-yuanming | 도연명 | Tao Yuanming | 陶淵明 | ~365 | 427 | | 벼슬을 버리고 전원으로 돌아간 동진의 시인이다.
xuanzang | 현장 | Xuanzang | 玄奘 | 602 | 664 | | 인도에서 불경을 가져와 번역한 당나라의 승려이다.
li-bai | 이백 | Li Bai | 李白 | 701 | 762 | | 시선이라 불리는 당나라의 시인이다.
du-fu | 두보 | Du Fu | 杜甫 | 712 | 770 | | 시성이라 불리는 당나라의 시인이다.
sima-guang | 사마광 | Sima Guang | 司馬光 | 1019 | 1086 | | 북송의 정치가이자 역사가이다.
su-shi | 소식 | Su Shi | 蘇軾 | 1037 | 1101 | | 호는 동파로, 북송을 대표하는 문인이다.
zhu-xi | 주희 | Zhu Xi | 朱熹 | 1130 | 1200 | | 성리학을 집대성한 남송의 학자이다.
wang-yangming | 왕양명 | Wang Yangming | 王陽明 | 1472 | 1529 | | 앎과 행함은 하나라고 본 명나라의 학자이다.
hong-zicheng | 홍자성 | Hong Zicheng | 洪自誠 | | | | 명나라 말의 문인으로, 생애는 거의 알려지지 않았다.
luo-guanzhong | 나관중 | Luo Guanzhong | 羅貫中 | ~1330 | ~1400 | | 원나라 말, 명나라 초의 소설가이다.
shi-naian | 시내암 | Shi Nai'an | 施耐庵 | ~1296 | ~1372 | | 원나라 말, 명나라 초의 소설가로 전해진다.
wu-chengen | 오승은 | Wu Cheng'en | 吳承恩 | ~1500 | ~1582 | | 명나라의 소설가이자 시인이다.
tang-xianzu | 탕현조 | Tang Xianzu | 湯顯祖 | 1550 | 1616 | | 명나라의 극작가이다.
pu-songling | 포송령 | Pu Songling | 蒲松齡 | 1640 | 1715 | | 청나라의 소설가로, 기이한 이야기를 모아 썼다.
wu-jingzi | 오경재 | Wu Jingzi | 吳敬梓 | 1701 | 1754 | | 과거 제도를 풍자한 청나라의 소설가이다.
cao-xueqin | 조설근 | Cao Xueqin | 曹雪芹 | ~1715 | ~1763 | | 청나라의 소설가로, 몰락한 명문가 출신이다.
sun-yatsen | 쑨원 | Sun Yat-sen | 孫文 | 1866 | 1925 | | 신해혁명을 이끌고 중화민국 임시 대총통을 지냈다.
lu-xun | 루쉰 | Lu Xun | 魯迅 | 1881 | 1936 | | 중국 근대 문학을 연 소설가이자 사상가이다.
yu-dafu | 위다푸 | Yu Dafu | 郁達夫 | 1896 | 1945 | | 중국의 근대 소설가로, 일본 유학 시절의 방황을 그렸다.
zhu-ziqing | 주쯔칭 | Zhu Ziqing | 朱自清 | 1898 | 1948 | | 중국의 시인이자 수필가이다.
xiao-hong | 샤오훙 | Xiao Hong | 蕭紅 | 1911 | 1942 | | 고향 둥베이의 삶을 그린 중국의 소설가이다.
murasaki | 무라사키 시키부 | Murasaki Shikibu | 紫式部 | ~973 | ~1014 | | 헤이안 시대의 궁정 여관이자 작가이다.
sei-shonagon | 세이 쇼나곤 | Sei Shonagon | 清少納言 | | | | 헤이안 시대의 궁정 여관이자 수필가이다.
kamo-chomei | 가모노 조메이 | Kamo no Chomei | 鴨長明 | 1155 | 1216 | | 은둔 생활을 한 가마쿠라 시대의 문인이다.
yoshida-kenko | 요시다 겐코 | Yoshida Kenko | 吉田兼好 | ~1283 | ~1352 | | 가마쿠라 시대 말의 승려이자 수필가이다.
basho | 마쓰오 바쇼 | Matsuo Basho | 松尾芭蕉 | 1644 | 1694 | | 하이쿠를 예술로 끌어올린 에도 시대의 시인이다.
ueda-akinari | 우에다 아키나리 | Ueda Akinari | 上田秋成 | 1734 | 1809 | | 에도 시대의 소설가이자 국학자이다.
fukuzawa | 후쿠자와 유키치 | Fukuzawa Yukichi | 福澤諭吉 | 1835 | 1901 | | 메이지 시대의 계몽 사상가이다.
okakura | 오카쿠라 덴신 | Okakura Kakuzo | 岡倉天心 | 1863 | 1913 | | 동양 미술을 서양에 소개한 일본의 미술 사상가이다.
nitobe | 니토베 이나조 | Nitobe Inazo | 新渡戸稲造 | 1862 | 1933 | | 일본의 농학자이자 교육자이다.
mori-ogai | 모리 오가이 | Mori Ogai | 森鷗外 | 1862 | 1922 | | 군의관이자 소설가로, 독일에서 유학했다.
higuchi-ichiyo | 히구치 이치요 | Higuchi Ichiyo | 樋口一葉 | 1872 | 1896 | | 스물넷에 세상을 떠난 메이지 시대의 소설가이다.
shimazaki-toson | 시마자키 도손 | Shimazaki Toson | 島崎藤村 | 1872 | 1943 | 봄나물집 | 시인으로 출발한 일본 자연주의 소설가이다.
soseki | 나쓰메 소세키 | Natsume Soseki | 夏目漱石 | 1867 | 1916 | 나는 고양이로소이다 | 일본 근대 문학을 대표하는 소설가이다.
takuboku | 이시카와 다쿠보쿠 | Ishikawa Takuboku | 石川啄木 | 1886 | 1912 | | 생활의 슬픔을 단가에 담은 일본의 시인이다.
akutagawa | 아쿠타가와 류노스케 | Akutagawa Ryunosuke | 芥川龍之介 | 1892 | 1927 | | 일본 근대 단편소설의 대가이다.
kajii | 가지이 모토지로 | Kajii Motojiro | 梶井基次郎 | 1901 | 1932 | | 감각적인 단편을 남기고 요절한 일본의 소설가이다.
kobayashi-takiji | 고바야시 다키지 | Kobayashi Takiji | 小林多喜二 | 1903 | 1933 | | 일본 프롤레타리아 문학의 작가이다.
miyazawa | 미야자와 겐지 | Miyazawa Kenji | 宮沢賢治 | 1896 | 1933 | | 고향 이와테에서 농민과 함께 산 시인이자 동화 작가이다.
niimi | 니미 난키치 | Niimi Nankichi | 新美南吉 | 1913 | 1943 | | 일본의 아동문학가이다.
nakajima | 나카지마 아쓰시 | Nakajima Atsushi | 中島敦 | 1909 | 1942 | | 중국 고전에서 소재를 얻어 쓴 일본의 소설가이다.
hayashi-fumiko | 하야시 후미코 | Hayashi Fumiko | 林芙美子 | 1903 | 1951 | | 가난한 시절의 일기를 바탕으로 글을 쓴 일본의 소설가이다.
dazai | 다자이 오사무 | Dazai Osamu | 太宰治 | 1909 | 1948 | | 전후 일본 문학을 대표하는 소설가이다.
nguyen-du | 응우옌주 | Nguyễn Du | 阮攸 | 1765 | 1820 | | 베트남의 고전 시인이다.
`;

export const EAST_ASIAN_WORKS = `
논어 | The Analects | 論語 | confucius | BC5세기 | zh | east-phil | 공자와 제자들이 나눈 문답을 모은 책으로, 배움과 사람됨을 이야기한다.
맹자 | Mencius | 孟子 | mencius | BC4세기 | zh | east-phil | 제후들을 찾아다니며 왕도 정치를 설득한 맹자의 말과 논쟁을 담았다.
도덕경 | Tao Te Ching | 道德經 | laozi | BC4세기 | zh | east-phil | 억지로 하지 않는 삶과 다스림을 여든한 장의 짧은 글로 말한다.
장자 | Zhuangzi | 莊子 | zhuangzi | BC4세기 | zh | east-phil | 큰 물고기와 나비의 꿈 같은 우화로 얽매임 없는 삶을 이야기한다.
손자병법 | The Art of War | 孫子兵法 | sunzi | BC5세기 | zh | east-phil | 싸우지 않고 이기는 것을 으뜸으로 치는 열세 편의 병법서이다.
한비자 | Han Feizi | 韓非子 | hanfei | BC3세기 | zh | east-phil
대학 | The Great Learning | 大學 | | BC4세기 | zh | east-phil
중용 | The Doctrine of the Mean | 中庸 | | BC4세기 | zh | east-phil
시경 | The Book of Songs | 詩經 | | BC6세기 | zh | world-poem | 중국의 가장 오래된 시가집으로, 삼백여 편의 노래를 실었다.
주역 | The Book of Changes | 周易 | | 주나라 | zh | east-phil
이소 | Encountering Sorrow | 離騷 | qu-yuan | BC3세기 | zh | world-poem
사기 | Records of the Grand Historian | 史記 | sima-qian | ~BC91 | zh | asia-history | 전설의 시대부터 한 무제까지 삼천 년의 역사를 사람 중심으로 엮은 책이다.
삼국지 | Records of the Three Kingdoms | 三國志 | chen-shou | 3세기 | zh | asia-history
도연명집 | Collected Works of Tao Yuanming | 陶淵明集 | tao-yuanming | 5세기 | zh | world-poem
대당서역기 | Great Tang Records on the Western Regions | 大唐西域記 | xuanzang | 646 | zh | travelogue
이태백집 | Collected Works of Li Bai | 李太白集 | li-bai | 8세기 | zh | world-poem
두공부집 | Collected Works of Du Fu | 杜工部集 | du-fu | 8세기 | zh | world-poem
자치통감 | Comprehensive Mirror in Aid of Governance | 資治通鑑 | sima-guang | 1084 | zh | asia-history
적벽부 | Rhapsody on the Red Cliff | 赤壁賦 | su-shi | 1082 | zh | world-poem
근사록 | Reflections on Things at Hand | 近思錄 | zhu-xi | 1175 | zh | east-phil
전습록 | Instructions for Practical Living | 傳習錄 | wang-yangming | 1518 | zh | east-phil
채근담 | Vegetable Roots Discourse | 菜根譚 | hong-zicheng | 16세기 | zh | east-phil | 나물 뿌리를 씹듯 담백하게 사는 지혜를 짧은 글로 전한다.
삼국지연의 | Romance of the Three Kingdoms | 三國志演義 | luo-guanzhong | 1522 | zh | cn-novel | 유비, 조조, 손권이 천하를 다투는 후한 말의 이야기를 백이십 회에 담은 역사소설이다.
수호전 | Water Margin | 水滸傳 | shi-naian | 14세기 | zh | cn-novel | 양산박에 모인 백여덟 호걸이 썩은 세상에 맞서는 이야기이다.
서유기 | Journey to the West | 西遊記 | wu-chengen | 1592 | zh | cn-novel | 손오공이 삼장법사를 지키며 불경을 구하러 서쪽으로 가는 길의 모험담이다.
모란정 | The Peony Pavilion | 牡丹亭 | tang-xianzu | 1598 | zh | drama
요재지이 | Strange Tales from a Chinese Studio | 聊齋志異 | pu-songling | 1766 | zh | cn-novel | 여우와 귀신, 신선과 사람이 어울리는 기이한 이야기 모음이다.
유림외사 | The Scholars | 儒林外史 | wu-jingzi | 18세기 | zh | cn-novel
홍루몽 | Dream of the Red Chamber | 紅樓夢 | cao-xueqin | 1791 | zh | cn-novel | 대저택에서 자란 가보옥과 임대옥의 사랑, 그리고 한 집안의 흥망을 그린 장편소설이다.
삼민주의 | Three Principles of the People | 三民主義 | sun-yatsen | 1924 | zh | politics
아Q정전 | The True Story of Ah Q | 阿Q正傳 | lu-xun | 1921 | zh | cn-novel | 번번이 당하면서도 마음속으로는 이겼다고 여기는 날품팔이 아Q의 일생을 그린다.
광인일기 | Diary of a Madman | 狂人日記 | lu-xun | 1918 | zh | cn-novel | 온 세상이 사람을 잡아먹는다고 믿는 이의 일기를 빌려 낡은 도덕을 고발한다.
외침 | Call to Arms | 吶喊 | lu-xun | 1923 | zh | cn-novel
방황 | Wandering | 彷徨 | lu-xun | 1926 | zh | cn-novel
아침 꽃 저녁에 줍다 | Dawn Blossoms Plucked at Dusk | 朝花夕拾 | lu-xun | 1928 | zh | world-essay
침륜 | Sinking | 沉淪 | yu-dafu | 1921 | zh | cn-novel
아버지의 뒷모습 | The Sight of Father's Back | 背影 | zhu-ziqing | 1928 | zh | world-essay
생사의 장 | The Field of Life and Death | 生死場 | xiao-hong | 1935 | zh | cn-novel
후란강 이야기 | Tales of Hulan River | 呼蘭河傳 | xiao-hong | ~1940 | zh | cn-novel
만엽집 | The Ten Thousand Leaves | 萬葉集 | | 8세기 | ja | world-poem
다케토리 이야기 | The Tale of the Bamboo Cutter | 竹取物語 | | 헤이안 시대 | ja | jp-novel
겐지 이야기 | The Tale of Genji | 源氏物語 | murasaki | 11세기 초 | ja | jp-novel | 황자로 태어난 히카루 겐지의 사랑과 영화, 그리고 다음 세대의 이야기를 담은 헤이안 시대의 장편이다.
마쿠라노소시 | The Pillow Book | 枕草子 | sei-shonagon | ~1001 | ja | world-essay | 궁정에서 보고 느낀 것을 재치 있게 적은 수필집이다.
호조키 | An Account of My Hut | 方丈記 | kamo-chomei | 1212 | ja | world-essay | 흘러가는 강물 같은 세상을 돌아보며 작은 암자의 삶을 적었다.
헤이케 이야기 | The Tale of the Heike | 平家物語 | | 13세기 | ja | jp-novel
도연초 | Essays in Idleness | 徒然草 | yoshida-kenko | ~1331 | ja | world-essay
오쿠로 가는 작은 길 | The Narrow Road to the Deep North | おくのほそ道 | basho | 1702 | ja | travelogue
우게쓰 이야기 | Tales of Moonlight and Rain | 雨月物語 | ueda-akinari | 1776 | ja | jp-novel
학문을 권함 | An Encouragement of Learning | 学問のすゝめ | fukuzawa | 1872 | ja | politics
차의 책 | The Book of Tea | = | okakura | 1906 | en | world-essay
무사도 | Bushido: The Soul of Japan | = | nitobe | 1900 | en | east-phil
무희 | The Dancing Girl | 舞姫 | mori-ogai | 1890 | ja | jp-novel
기러기 | The Wild Geese | 雁 | mori-ogai | 1911 | ja | jp-novel
키재기 | Growing Up | たけくらべ | higuchi-ichiyo | 1895 | ja | jp-novel
파계 | The Broken Commandment | 破戒 | shimazaki-toson | 1906 | ja | jp-novel
나는 고양이로소이다 | I Am a Cat | 吾輩は猫である | soseki | 1905 | ja | jp-novel | 이름 없는 고양이가 중학교 영어 교사 구샤미와 그 친구들을 지켜보며 사람 세상을 비웃는다.
도련님 | Botchan | 坊っちゃん | soseki | 1906 | ja | jp-novel | 앞뒤 없이 곧은 도쿄내기가 시골 중학교 교사로 가서 겪는 소동을 그린다.
풀베개 | The Grass Pillow | 草枕 | soseki | 1906 | ja | jp-novel
몽십야 | Ten Nights of Dreams | 夢十夜 | soseki | 1908 | ja | jp-novel
산시로 | Sanshiro | 三四郎 | soseki | 1908 | ja | jp-novel
그 후 | And Then | それから | soseki | 1909 | ja | jp-novel
문 | The Gate | 門 | soseki | 1910 | ja | jp-novel
마음 | Kokoro | こころ | soseki | 1914 | ja | jp-novel | 내가 따르던 선생님은 친구를 배반한 젊은 날의 죄를 긴 유서로 고백한다.
한 줌의 모래 | A Handful of Sand | 一握の砂 | takuboku | 1910 | ja | world-poem
라쇼몬 | Rashomon | 羅生門 | akutagawa | 1915 | ja | jp-novel | 해 질 무렵 무너져 가는 성문 아래에서 한 하인이 살기 위한 악을 택한다.
코 | The Nose | 鼻 | akutagawa | 1916 | ja | jp-novel
지옥변 | Hell Screen | 地獄変 | akutagawa | 1918 | ja | jp-novel
거미줄 | The Spider's Thread | 蜘蛛の糸 | akutagawa | 1918 | ja | child-story
덤불 속 | In a Grove | 藪の中 | akutagawa | 1922 | ja | jp-novel
갓파 | Kappa | 河童 | akutagawa | 1927 | ja | jp-novel
레몬 | Lemon | 檸檬 | kajii | 1925 | ja | jp-novel
게공선 | The Crab Cannery Ship | 蟹工船 | kobayashi-takiji | 1929 | ja | jp-novel
주문이 많은 요리점 | The Restaurant of Many Orders | 注文の多い料理店 | miyazawa | 1924 | ja | child-story
은하철도의 밤 | Night on the Galactic Railroad | 銀河鉄道の夜 | miyazawa | 1934 | ja | child-story | 외로운 소년 조반니가 친구 캄파넬라와 함께 은하를 달리는 기차를 탄다.
여우 곤 | Gon, the Fox | ごん狐 | niimi | 1932 | ja | child-story
산월기 | The Moon over the Mountain | 山月記 | nakajima | 1942 | ja | jp-novel
방랑기 | Diary of a Vagabond | 放浪記 | hayashi-fumiko | 1930 | ja | jp-novel
달려라 메로스 | Run, Melos! | 走れメロス | dazai | 1940 | ja | jp-novel
쓰가루 | Tsugaru | 津軽 | dazai | 1944 | ja | travelogue
사양 | The Setting Sun | 斜陽 | dazai | 1947 | ja | jp-novel | 전쟁 뒤 몰락해 가는 귀족 집안의 딸 가즈코가 새로운 삶을 찾으려 한다.
인간 실격 | No Longer Human | 人間失格 | dazai | 1948 | ja | jp-novel | 사람이 두려워 익살을 부리며 살아온 요조가 세 편의 수기로 자신의 생애를 털어놓는다.
끼에우전 | The Tale of Kieu | Truyện Kiều | nguyen-du | 19세기 초 | vi | epic
`;
